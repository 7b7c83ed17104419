@rest
Feature: How the platform is

  An orchestrator asks whether to send requests here, a person what is wrong.
  Both are answered without a credential, and soon, whatever hangs.

  @ops-health
  Rule: The health tells that it serves, its version, and what stands behind it

    Scenario: All is well
      Given the platform runs on the demo data
      When the operator asks for "/health"
      Then the answer is 200, with the status "ok" and the version "v1"
      And the answer carries the identity of its request, in it and beside it
      And it names "database, registrar, dns, billing, mail, panel, containers, machines, store, converter", all "ok"
      And it says of "registrar, dns, billing, mail, panel, containers, machines" that each is a "sandbox"

  @ops-health-fast @ops-health @ops-degraded
  Rule: What hangs is named, and holds up neither the answer nor the platform

    Scenario: A registrar that never answers
      Given the registrar hangs
      When the operator asks the platform of the scenario for "/health"
      Then the answer is 200, with the status "degraded" and the version "v1"
      And it names "registrar" as "unavailable"
      And it names "database" as "ok"

  @ops-ready @ops-alive
  Rule: A process that serves is ready, and alive

    Scenario Outline: A process that serves, asked by <probe>
      Given the platform runs on the demo data
      When the operator asks for "<probe>"
      Then the answer is 200, with the status "ok" and the version "v1"

      Examples:
        | probe   |
        | /readyz |
        | /livez  |
