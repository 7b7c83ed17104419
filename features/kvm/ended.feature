Feature: Machines that have ended

  What was cancelled and is over cannot be brought back. The customer orders a new
  machine instead.

  Background:
    Given today is "2031-01-01"
    And Ama has the machine "db"
    And the machine "db" is paid until "2031-01-31"

  @kvm-ended
  Rule: Nothing can be done any more with what has ended

    Scenario Outline: Ama <acts>, which has ended
      Given the machine "db" has the snapshot "monday"
      And Ama cancelled the machine "db"
      And 30 days passed
      When Ama <acts>
      Then the request is refused as "service_unavailable_state"

      Examples:
        | acts                                                     |
        | starts the machine "db"                                  |
        | turns auto-renew on for the machine "db"                 |
        | renews the machine "db"                                  |
        | cancels the machine "db"                                 |
        | keeps the machine "db"                                   |
        | sets the password of the machine "db" to "correct horse" |
        | takes the snapshot "later" of the machine "db"           |
        | renames the snapshot "monday" of the machine "db" to "m" |
        | deletes the snapshot "monday" of the machine "db"        |
        | restores the snapshot "monday" of the machine "db"       |
