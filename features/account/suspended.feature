Feature: A suspended account

  The company stops an account that is not paid for, or that does harm. Its
  owner can still look at everything, and can change nothing until it goes on.

  @account-suspended-reads
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
