Feature: New keys for mail, where the zone is elsewhere

  A key signs when receivers find it in the zone. Where the platform cannot write
  into that, it signs as before, and its owner is told what to publish.

  Background:
    Given Ama owns the domain "baobab.example"
    And "baobab.example" has meanwhile gone to "ns1.other.example, ns2.other.example"
    And Ama has an email service for "baobab.example"
    And mail for "baobab.example" is set up

  @mail-new-keys-manual
  Rule: In a zone that is not ours the owner is told of the new keys

    Scenario: A month later
      Given the operator has called the keys of mail "host3" and "host4"
      When 30 days pass
      And the mail servers have caught up
      Then mail for "baobab.example" is signed with the keys "host1, host2"
      And the zone of mail for "baobab.example" is "manual"
      And the keys of mail for "baobab.example" are told as "host1 missing, host2 missing, host3 missing, host4 missing"

  @mail-new-keys-manual
  Rule: The new ones sign a day after the zone was found to say of them

    Scenario: The zone comes to the platform
      Given the operator has called the keys of mail "host3" and "host4"
      And "baobab.example" has meanwhile gone to "ns1.host.example, ns2.host.example"
      And Ama synchronized the zone of mail for "baobab.example"
      And the nameservers have caught up
      When 1 day passes
      And the mail servers have caught up
      Then mail for "baobab.example" is signed with the keys "host3, host4"

    Scenario: Nobody asks for it
      Given the operator has called the keys of mail "host3" and "host4"
      And "baobab.example" has meanwhile gone to "ns1.host.example, ns2.host.example"
      And 1 day passed
      When the nameservers have caught up
      Then the nameservers serve the keys "host1, host2, host3, host4" of mail for "baobab.example"
      And mail for "baobab.example" is signed with the keys "host1, host2"

    Scenario: The zone has left before they sign
      Given "baobab.example" has meanwhile gone to "ns1.host.example, ns2.host.example"
      And the operator has called the keys of mail "host3" and "host4"
      And "baobab.example" has meanwhile gone to "ns1.other.example, ns2.other.example"
      When 1 day passes
      And the mail servers have caught up
      Then mail for "baobab.example" is signed with the keys "host1, host2"
