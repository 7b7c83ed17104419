Feature: Hanging up before the answer

  Networks fail, and programs are stopped. What a customer began is finished and
  written down all the same, and the key tells what came of it.

  Background:
    Given Ama has the machine "db"

  @key-begun
  Rule: What was begun is finished

    Scenario: A password is set
      When Ama hangs up while the password of the machine "db" is set to "correct horse battery" with the key "reset-of-db-1"
      And the hypervisor has answered
      Then "correct horse battery" opens the machine "db"
      And Ama's usage shows one "resetKvmPassword", done

    Scenario: What came of it is told under the same key
      Given Ama hung up while the password of the machine "db" was set to "correct horse battery" with the key "reset-of-db-1"
      And the hypervisor has answered
      When Ama sets the password of the machine "db" to "correct horse battery" with the key "reset-of-db-1"
      Then the request is accepted
      And the hypervisor was asked once

  @key-begun
  Rule: What came to nothing leaves its key to the same request

    Scenario: The hypervisor refuses
      Given the hypervisor will refuse the next request
      When Ama hangs up while the password of the machine "db" is set to "correct horse battery" with the key "reset-of-db-1"
      And the hypervisor has answered
      Then Ama's usage shows one "resetKvmPassword", rejected as "provider_failed"

    Scenario: The same again
      Given the hypervisor will refuse the next request
      And Ama hung up while the password of the machine "db" was set to "correct horse battery" with the key "reset-of-db-1"
      And the hypervisor has answered
      When Ama sets the password of the machine "db" to "correct horse battery" with the key "reset-of-db-1"
      Then the request is accepted
      And "correct horse battery" opens the machine "db"
