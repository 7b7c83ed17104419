Feature: Scopes

  A program gets the scopes it needs and no more. Each operation needs exactly
  one, and no scope stands for another.

  Rule: A refusal names the scope that would do

    @rest
    Scenario: As a header says it
      Given Ama has an account
      And Ama's credential carries only "domains:read"
      When Ama looks up her account
      Then the answer asks for a credential with the scope "account:read"

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

      Examples: Virtual machines
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

      Examples: Virtual machines
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
