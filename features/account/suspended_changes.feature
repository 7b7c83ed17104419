Feature: Changes of a suspended account

  Nothing changes until the account goes on, whatever the program tries; what
  was asked for before keeps its answer.

  @account-suspended-changes
  Rule: Nothing can be changed

    Scenario Outline: Changing by <operation>
      Given Ama owns something of everything
      And Ama's account is suspended
      When Ama asks for the operation "<operation>"
      Then the request is refused as "account_suspended"
      And Ama's usage shows one "<operation>", rejected as "account_suspended"

      Examples:
        | operation               |
        | setDomainAutoRenew      |
        | setDomainNameservers    |
        | createDnsRecord         |
        | updateDnsRecord         |
        | deleteDnsRecord         |
        | provisionEmailService   |
        | syncEmailServiceDns     |
        | createPanelAccess       |
        | controlLxcInstance      |
        | changeLxcSnapshot       |
        | resetLxcPassword        |
        | reinstallLxcInstance    |
        | createLxcTerminalTicket |
        | setLxcAutoRenew         |
        | setLxcBillingPeriod     |
        | controlKvmInstance      |
        | setKvmAutoRenew         |
        | renewKvmInstance        |
        | cancelKvmInstance       |
        | keepKvmInstance         |
        | resetKvmPassword        |
        | createKvmSnapshot       |
        | updateKvmSnapshot       |
        | deleteKvmSnapshot       |
        | rollbackKvmSnapshot     |
        | prepareConversion       |
        | startConversion         |
        | cancelConversion        |

    Scenario: Other customers go on
      Given Ama's account is suspended
      And Kofi owns the domain "marula.example"
      When Kofi turns auto-renew on for "marula.example"
      Then the request is accepted
