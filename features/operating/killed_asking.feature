@rest
Feature: Processes that are killed while a backend is asked

  Some changes ask a backend before there is an answer. A process that dies then
  leaves the key to the customer, who asks again under it.

  @key-lease @ops-killed
  Rule: Alone on its file, a process that starts takes back what the dead one had

    Scenario: A link into a control panel
      Given the platform was started by "hosting --sandbox-delay 200" on the demo data
      And the platform was killed while the customer asked for a link into "pemberleyfloral.shop", and started again
      When the customer asks for that link again
      Then the request is accepted
      And asked for once more, it is the same link
