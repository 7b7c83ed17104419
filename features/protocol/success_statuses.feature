@rest
Feature: What status each operation is answered with

  A program knows by the status alone whether something was read or changed, was
  made, or is under way. It is one and the same each time.

  @rest-status @rest-location
  Rule: An operation that succeeds has one status; accepted work says where to read it

    Scenario: Every operation there is, one after the other
      Given Ama owns something of everything
      When Ama asks for each of these operations when the one before it is done:
        | status | operations                                                                    |
        | 200    | account, apiUsage, services, service, domains, domain, dnsRecords, dnsRecord  |
        | 200    | emailServices, hostingServices, hostingServiceStats                           |
        | 200    | lxcInstances, lxcInstance, lxcMetrics, lxcSnapshots                           |
        | 200    | kvmInstances, kvmInstance, kvmSnapshots, conversionTools, conversionJob       |
        | 200    | setDomainAutoRenew, setLxcAutoRenew, setLxcBillingPeriod, resetLxcPassword    |
        | 200    | setKvmAutoRenew, renewKvmInstance, cancelKvmInstance, keepKvmInstance         |
        | 200    | resetKvmPassword, updateKvmSnapshot, cancelConversion                         |
        | 201    | createPanelAccess, createLxcTerminalTicket, prepareConversion                 |
        | 202    | createDnsRecord, updateDnsRecord, deleteDnsRecord                             |
        | 202    | provisionEmailService, syncEmailServiceDns, setDomainNameservers              |
        | 202    | controlLxcInstance, changeLxcSnapshot, reinstallLxcInstance                   |
        | 202    | controlKvmInstance, rollbackKvmSnapshot, deleteKvmSnapshot, createKvmSnapshot |
        | 202    | startConversion                                                               |
      Then each was answered with the status beside it
      And what is under way can be read where the answer says
      And no operation is missing
