"""What mail programs and other mail servers do with ours: mail.py <folder> <port of the nameserver> <what> <arguments…>."""
import email.message, imaplib, smtplib, socket, ssl, subprocess, sys, time

FOLDER, NAMESERVER, WHAT, *ARGUMENTS = sys.argv[1:]
ANY = ssl._create_unverified_context()  # its certificate is of today, and nobody's


def port(name):
    return int(open(f"{FOLDER}/{name}.port").read())


def message(sender, to, subject, size=0):
    made = email.message.EmailMessage()
    made["From"], made["To"], made["Subject"] = sender, to, subject
    made["Date"], made["Message-ID"] = email.utils.formatdate(), email.utils.make_msgid(domain="mail.example")
    made.set_content("Akwaaba\n" + ("x" * 70 + "\n") * (size // 71))
    return made


def imap(login, password="correct horse"):
    client = imaplib.IMAP4("127.0.0.1", port("imap"), timeout=10)
    client.starttls(ANY)
    client.login(login, password)
    client.select("INBOX")
    return client


def answers():
    """Whether the servers are there."""
    for name in ("smtp", "submission", "imap", "rsa", "ed25519"):
        socket.create_connection(("127.0.0.1", port(name)), timeout=5).close()


def arrive(to, subject, size="0"):
    """A message of somebody elsewhere; prints what the server says of it."""
    with smtplib.SMTP("127.0.0.1", port("smtp"), timeout=20) as server:
        say(lambda: server.send_message(message("someone@elsewhere.example", to, subject, int(size))))


def send(login, sender, to, subject, envelope=None):
    """A message of a customer who is logged in; prints what the server says of it."""
    with smtplib.SMTP("127.0.0.1", port("submission"), timeout=20) as server:
        server.starttls(context=ANY)
        say(lambda: (server.login(login, "correct horse"),
                     server.send_message(message(sender, to, subject), envelope or sender, [to])))


def say(what):
    try:
        what()
        print("taken")
    except smtplib.SMTPRecipientsRefused as refused:
        print(*((code, text.decode()) for code, text in refused.recipients.values()))
    except smtplib.SMTPResponseException as refused:
        print(refused.smtp_code, refused.smtp_error.decode())


def login(user, password="correct horse"):
    """Prints whether a mail program is let in."""
    try:
        imap(user, password).logout()
        print("let in")
    except imaplib.IMAP4.error as refused:
        print("refused", refused)


def fetch(user, subject):
    """The message of that subject, once it is there."""
    client, end = imap(user), time.monotonic() + 15
    while time.monotonic() < end:
        client.noop()
        found = client.search(None, "SUBJECT", f'"{subject}"')[1][0].split()
        if found:
            return client.fetch(found[-1], "(RFC822)")[1][0][1]
        time.sleep(0.2)
    sys.exit(f"{user} has no {subject}")


def read(user, subject):
    print(fetch(user, subject).decode())


def txt(name, timeout=5):
    """What the zone says, as dkimpy asks for it."""
    name = name.decode() if isinstance(name, bytes) else name
    said = subprocess.run(["dig", "+short", "+tries=2", "+time=2", "@127.0.0.1", "-p", NAMESERVER, name, "TXT"],
                          capture_output=True, text=True, check=True).stdout.strip()
    return "".join(said.split('"')[1::2]).encode() or None


def verify(user, subject, *expected):
    """Whether the message has exactly these signatures, `selector:domain:algorithm`, each right by the zone."""
    import dkim
    raw = fetch(user, subject)
    found = []
    for number in range(sum(name.lower() == b"dkim-signature" for name, _ in dkim.rfc822_parse(raw)[0])):
        one = dkim.DKIM(raw)
        right = one.verify(idx=number, dnsfunc=txt)
        fields = one.signature_fields
        found.append(":".join([fields[b"s"].decode(), fields[b"d"].decode(), fields[b"a"].decode()]) + ("" if right else ":WRONG"))
    print(*found)
    sys.exit(0 if sorted(found) == sorted(expected) else 1)


globals()[WHAT](*ARGUMENTS)
