Feature: Finding services

  Customers with many services ask what renews next, or for one kind only.

  Background:
    Given Ama ordered these services:
      | name    | kind  | status    | renews in |
      | Mail    | email | active    | 30 days   |
      | box     | lxc   | active    | never     |
      | Überall | kvm   | active    | 2 days    |
      | Box     | kvm   | suspended | 30 days   |
      | a/c     | lxc   | past_due  | never     |

  @service-finding
  Rule: A list shows only what the customer asks for

    Scenario Outline: Services <asked>
      When Ama asks for her services <asked>
      Then she sees the services "<services>"

      Examples:
        | asked                                  | services           |
        | of the kind "lxc"                      | a/c, box           |
        | that are "active"                      | Überall, box, Mail |
        | of the kind "lxc" that are "active"    | box                |
        | that renew within 3 days               | Überall            |
        | that renew within 365 days             | Box, Überall, Mail |
        | that renew within 365 days, by renewal | Überall, Mail, Box |

  @service-finding
  Rule: A list can be ordered by name or by what renews first

    Scenario: By name, capitals like small letters
      When Ama asks for her services, by name
      Then she sees the services "a/c, box, Box, Mail, Überall"

    Scenario: By renewal; what does not renew comes last
      When Ama asks for her services, by renewal
      Then she sees the services "Überall, Mail, Box, box, a/c"

  @list-ordered
  Rule: An ordered list is read page by page to its end

    Scenario Outline: By <order>, in pages of <size>
      When Ama reads her services by <order> in pages of <size>
      Then the pages together show the services "<services>"

      Examples:
        | order   | size | services                     |
        | name    | 1    | a/c, box, Box, Mail, Überall |
        | name    | 2    | a/c, box, Box, Mail, Überall |
        | renewal | 1    | Überall, Mail, Box, box, a/c |
        | renewal | 3    | Überall, Mail, Box, box, a/c |
