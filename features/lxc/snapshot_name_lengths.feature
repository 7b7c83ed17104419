Feature: How long the name of a container's snapshot may be

  Hypervisors make file names of them, which end somewhere.

  @lxc-snapshot-names
  Rule: A name has 1 to 48 letters, digits and dashes

    Scenario Outline: A name of <length>
      Given Ama has the container "web"
      When Ama takes the snapshot "<name>" of the container "web"
      Then the request is <outcome>

      Examples:
        | length | name                                              | outcome                      |
        | 1      | a                                                 | accepted                     |
        | 48     | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa  | accepted                     |
        | 49     | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | refused as "invalid_request" |
