Feature: What may be done with containers

  Reading, switching, snapshots, passwords, reinstalling, terminals and money are
  seven different rights: whoever has one has not the others.

  @cred-scope @cred-scope-exact
  Rule: Without its scope an operation is refused

    Scenario Outline: <operation> needs "<scope>"
      Given Ama owns something of everything
      And Ama's credential carries every scope but "<scope>"
      When Ama asks for the operation "<operation>"
      Then the request is refused as "insufficient_scope"
      And the refusal says "<scope>"

      Examples:
        | operation               | scope                  |
        | lxcInstances            | lxc:read               |
        | lxcInstance             | lxc:read               |
        | lxcMetrics              | lxc:read               |
        | controlLxcInstance      | lxc:power:write        |
        | lxcSnapshots            | lxc:read               |
        | changeLxcSnapshot       | lxc:snapshots:write    |
        | resetLxcPassword        | lxc:credentials:write  |
        | reinstallLxcInstance    | lxc:reinstall          |
        | createLxcTerminalTicket | lxc:terminal:access    |
        | setLxcAutoRenew         | lxc:subscription:write |
        | setLxcBillingPeriod     | lxc:subscription:write |

  @cred-scope @graph-same
  Rule: Its scope is enough

    Scenario Outline: <operation> with "<scope>" alone
      Given Ama owns something of everything
      And Ama's credential carries only "<scope>"
      When Ama asks for the operation "<operation>"
      Then the request is accepted

      Examples:
        | operation               | scope                  |
        | lxcInstances            | lxc:read               |
        | lxcInstance             | lxc:read               |
        | lxcMetrics              | lxc:read               |
        | controlLxcInstance      | lxc:power:write        |
        | lxcSnapshots            | lxc:read               |
        | changeLxcSnapshot       | lxc:snapshots:write    |
        | resetLxcPassword        | lxc:credentials:write  |
        | reinstallLxcInstance    | lxc:reinstall          |
        | createLxcTerminalTicket | lxc:terminal:access    |
        | setLxcAutoRenew         | lxc:subscription:write |
        | setLxcBillingPeriod     | lxc:subscription:write |
