Feature: When one of our own workers dies

  Processes are killed while they work. What they had in hand is not lost, and
  is not done by two at once.

  Background:
    Given Ama owns the domain "baobab.example"
    And the registrar has "ns1.host.example, ns2.host.example" for "baobab.example"

  @domain-lost-worker
  Rule: A worker that dies gives its work back when its lease ends

    Scenario: Another worker takes it over after a quarter of a minute
      Given a worker died on handing "baobab.example" over to "ns1.other.example, ns2.other.example"
      When 16 seconds pass
      And the registrar has caught up
      Then "baobab.example" is served by "ns1.other.example, ns2.other.example"
      And "baobab.example" waits for nothing

    Scenario: Not before
      Given a worker died on handing "baobab.example" over to "ns1.other.example, ns2.other.example"
      When 14 seconds pass
      And the registrar has caught up
      Then "baobab.example" is served by "ns1.host.example, ns2.host.example"
      And "baobab.example" waits for "ns1.other.example, ns2.other.example"

  @domain-work-in-order
  Rule: Work on a domain waits for the work before it

    Scenario: A record is not served past a hand-over that is stuck
      Given a worker died on handing "baobab.example" over to "ns1.other.example, ns2.other.example"
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      And the nameservers have caught up
      Then the A record "www" of "baobab.example" is "pending"

    Scenario: It is served as soon as the hand-over is done
      Given a worker died on handing "baobab.example" over to "ns1.other.example, ns2.other.example"
      And Ama added the A record "www" with "192.0.2.1" to "baobab.example"
      When 16 seconds pass
      And the nameservers have caught up
      Then the A record "www" of "baobab.example" is "active"

  @domain-work-in-order
  Rule: Work on other domains does not wait

    Scenario: Another domain goes on
      Given Ama owns the domain "marula.example"
      And a worker died on handing "baobab.example" over to "ns1.other.example, ns2.other.example"
      When Ama hands "marula.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      Then "marula.example" is served by "ns1.other.example, ns2.other.example"
