Feature: A suspended account

  The company stops an account that is not paid for, or that does harm. Its
  owner can still look at everything, and can change nothing until it goes on.

  Rule: Everything can be looked at

    Scenario Outline: Looking by <operation>
      Given Ama owns something of everything
      And Ama's account is suspended
      When Ama asks for the operation "<operation>"
      Then the request is accepted

      Examples:
        | operation           |
        | account             |
        | apiUsage            |
        | services            |
        | service             |
        | domains             |
        | domain              |
        | dnsRecords          |
        | hostingServices     |
        | hostingServiceStats |
        | emailServices       |
        | conversionTools     |
        | conversionJob       |
        | lxcInstances        |
        | lxcInstance         |
        | lxcMetrics          |
        | lxcSnapshots        |
        | kvmInstances        |
        | kvmInstance         |
        | kvmSnapshots        |

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

  Rule: What the credential may do is asked first, and the request last

    Scenario: Without the scope
      Given Ama owns the domain "baobab.example"
      And Ama's credential carries only "domains:read"
      And Ama's account is suspended
      When Ama turns auto-renew on for "baobab.example"
      Then the request is refused as "insufficient_scope"

    Scenario: Without a key
      Given Ama has the LXC instance "web"
      And Ama's account is suspended
      When Ama stops the container "web" without a key
      Then the request is refused as "account_suspended"

  Rule: What was done before is told again when the account goes on

    Scenario: The same key before, meanwhile and afterwards
      Given Ama owns the domain "baobab.example"
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama's account is suspended
      And Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the request is refused as "account_suspended"
      When Ama's account goes on
      And Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the answer is the first one again

  Rule: What needs no credential stops too

    Scenario: A ticket for a terminal
      Given Ama has the LXC instance "web"
      And Ama asks for a terminal of the container "web"
      And Ama's account is suspended
      When the ticket is used for the container "web"
      Then no terminal opens: "account_suspended"

    Scenario: The address for a file
      Given Ama may convert files
      And Ama prepared "csv-to-json" of "prices.csv"
      And Ama's account is suspended
      When Ama sends "prices.csv"
      Then the file is refused as "account_suspended"
      And no file is there

    Scenario: Work that was accepted before is done
      Given Ama has the LXC instance "web"
      And Ama stops the container "web"
      And Ama's account is suspended
      When the hypervisor has caught up
      Then "web" is "stopped"
