@rest
Feature: Keys of mail that the operator has called otherwise

  The names of keys stand in the file of backends. Who writes others there and starts
  the processes again has done all that there is to do.

  Background:
    Given a folder with an empty database
    And a file "ama.json" with the account "ama@example.com" and its domain "baobab.com"
    And the operator has run "hosting inventory apply ama.json"
    And mail servers in "backends.toml" that have these domains:
      | domain     | id                                   | mailboxes | bytes | suspended |
      | baobab.com | 0191a5d0-0000-7000-8000-000000000001 | 5         | 1024  | no        |
    And a file "terms.json" with the terms of mail
    And the operator has run "hosting inventory adopt mail --account ama@example.com --terms terms.json --backends backends.toml"
    And the operator has started "hosting --no-demo --backends backends.toml"
    And the customer has a key of "ama@example.com"
    And mail at "baobab.com" is set up

  @proc-mail-keys
  Rule: Keys from before sign until the zone has said of its own for a day

    Scenario: The day that it is set up
      Then the zones soon say of the new keys "host1, host2"
      And the mail servers soon sign mail of "baobab.com" with the keys "old"

    Scenario: A day after it was set up
      Given the day is over for which new keys of mail wait
      When the platform is killed, and started again
      Then the mail servers soon sign mail of "baobab.com" with the keys "host1, host2"

  @proc-mail-keys
  Rule: Other names in the file are new keys, once the processes are started again

    Scenario: A name that is another
      Given the day is over for which new keys of mail wait
      And the platform was killed and started again
      And the mail servers soon sign mail of "baobab.com" with the keys "host1, host2"
      And in "backends.toml" host1 is now host3
      And the last turn at the keys of mail is over
      When the platform is killed, and started again
      Then the zones soon say of the new keys "host3"
      And the mail servers soon sign mail of "baobab.com" with the keys "host1, host2"

    Scenario: A day later
      Given the day is over for which new keys of mail wait
      And the platform was killed and started again
      And the mail servers soon sign mail of "baobab.com" with the keys "host1, host2"
      And in "backends.toml" host1 is now host3
      And the last turn at the keys of mail is over
      And the platform was killed and started again
      And the day is over for which new keys of mail wait
      When the platform is killed, and started again
      Then the mail servers soon sign mail of "baobab.com" with the keys "host2, host3"
