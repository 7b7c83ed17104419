Feature: Mail that is not there

  Mail of somebody else, a service of another kind, and one that never was look the
  same: they are not there.

  @mail-own
  Rule: What belongs to somebody else does not exist

    Scenario Outline: Kofi <acts> somebody else's mail
      Given Ama has an email service for "baobab.example"
      And Kofi has an account
      When Kofi <acts> mail for "baobab.example"
      Then the request is refused as "service_not_found"
      And nothing is under way for mail for "baobab.example"

      Examples:
        | acts                     |
        | sets up                  |
        | synchronizes the zone of |

    Scenario Outline: Ama <acts> mail <of what>
      Given Ama ordered the "kvm" service "kvm"
      When Ama <acts> mail <of what>
      Then the request is refused as "service_not_found"

      Examples:
        | acts                     | of what            |
        | sets up                  | that never was     |
        | synchronizes the zone of | that never was     |
        | sets up                  | of her kvm service |
        | synchronizes the zone of | of her kvm service |
