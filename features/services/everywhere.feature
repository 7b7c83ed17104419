Feature: One identity for a service

  What was ordered is a service, and is a container, a site or mail as well. It
  has one identity, so that nobody has to look for the one that belongs to it.

  @service-kinds
  Rule: A service has the same identity wherever it is shown

    Scenario Outline: In the list of <what>
      Given Ama owns something of everything
      When Ama lists her <what>
      Then each of them is one of Ama's services of the kind "<kind>"

      Examples:
        | what           | kind           |
        | email services | email          |
        | hosting        | shared_hosting |
        | containers     | lxc            |
        | machines       | kvm            |
