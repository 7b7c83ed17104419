Feature: The scope that an operation needs

  A program gets the scopes it needs and no more. Each operation needs exactly
  one, and no scope stands for another.

  @cred-scope @cred-scope-exact
  Rule: An operation needs its scope

    Scenario Outline: <operation> without "<scope>"
      Given Ama owns something of everything
      And Ama's credential carries every scope but "<scope>"
      When Ama asks for the operation "<operation>"
      Then the request is refused as "insufficient_scope"
      And the refusal says "<scope>"
      And Ama's usage, seen with another credential, shows one "<operation>", rejected as "insufficient_scope"

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
        | startConversion       | conversion:process   |
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
