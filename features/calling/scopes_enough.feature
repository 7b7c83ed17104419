Feature: The scope that is enough for an operation

  No scope stands for another, and none is needed besides: whoever has the one has all
  that the operation asks for.

  @cred-scope @graph-same
  Rule: Its scope is enough

    Scenario Outline: <operation> with "<scope>" alone
      Given Ama owns something of everything
      And Ama's credential carries only "<scope>"
      When Ama asks for the operation "<operation>"
      Then the request is accepted

      Examples:
        | operation             | scope                |
        | account               | account:read         |
        | apiUsage              | account:usage:read   |
        | services              | services:read        |
        | service               | services:read        |
        | domains               | domains:read         |
        | domain                | domains:read         |
        | setDomainAutoRenew    | domains:write        |
        | setDomainNameservers  | domains:write        |
        | dnsRecords            | domains:read         |
        | dnsRecord             | domains:read         |
        | createDnsRecord       | domains:dns:write    |
        | updateDnsRecord       | domains:dns:write    |
        | deleteDnsRecord       | domains:dns:write    |
        | hostingServices       | hosting:read         |
        | hostingServiceStats   | hosting:read         |
        | createPanelAccess     | hosting:panel:access |
        | emailServices         | email:read           |
        | provisionEmailService | email:write          |
        | syncEmailServiceDns   | email:write          |
        | conversionTools       | conversion:read      |
        | prepareConversion     | conversion:process   |
        | conversionJob         | conversion:read      |
        | cancelConversion      | conversion:process   |

      Examples: Machines
        | operation           | scope                  |
        | kvmInstances        | kvm:read               |
        | kvmInstance         | kvm:read               |
        | kvmSnapshots        | kvm:read               |
        | controlKvmInstance  | kvm:power:write        |
        | setKvmAutoRenew     | kvm:subscription:write |
        | renewKvmInstance    | kvm:subscription:write |
        | cancelKvmInstance   | kvm:subscription:write |
        | keepKvmInstance     | kvm:subscription:write |
        | resetKvmPassword    | kvm:credentials:write  |
        | createKvmSnapshot   | kvm:snapshots:write    |
        | updateKvmSnapshot   | kvm:snapshots:write    |
        | deleteKvmSnapshot   | kvm:snapshots:write    |
        | rollbackKvmSnapshot | kvm:snapshots:write    |
