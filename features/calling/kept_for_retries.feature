Feature: What is kept for a retry

  An answer is kept for a day for its retries. Whoever steals the database must
  not be able to use what it opens, nor to learn a password that was sent.

  @key-sealed
  Rule: An answer that opens something is kept encrypted, and told again

    Scenario: A link to a panel
      Given Ama has the free hosting "blog.example"
      And Ama asked for a link to the panel of "blog.example" with the key "into-the-panel"
      When Ama asks for a link to the panel of "blog.example" with the key "into-the-panel"
      Then the answer is the first one again
      And what is kept for a retry is no text, and holds nothing of the "url"

    Scenario: A ticket for a terminal
      Given Ama has the container "web"
      And Ama asked for a terminal of the container "web" with the key "into-the-shell"
      When Ama asks for a terminal of the container "web" with the key "into-the-shell"
      Then the answer is the first one again
      And what is kept for a retry is no text, and holds nothing of the "ticket"

    Scenario: The addresses of files
      Given Ama may convert files
      And Ama prepared "csv-to-json" of "prices.csv" with the key "prices-2031"
      When Ama prepares "csv-to-json" of "prices.csv" with the key "prices-2031"
      Then the answer is the first one again
      And what is kept for a retry is no text, and holds nothing of the "files"

  @key-password @machine-password-kept
  Rule: A password is kept nowhere but on the machine

    Scenario Outline: Of a <machine>
      Given Ama has the <machine> "web"
      When Ama sets the password of the <machine> "web" to "correct horse battery" with the key "new-password-2031"
      Then the request is accepted
      And nothing in the database is "correct horse battery", or leads to it

      Examples:
        | machine   |
        | container |
        | machine   |
