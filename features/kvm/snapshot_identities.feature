Feature: The identity of a machine's snapshot

  A snapshot is known by a word that the platform made. It fits into any path,
  and means nothing by itself.

  Background:
    Given Ama has the machine "db"

  @kvm-snapshot-ids
  Rule: It is one short word, whatever the snapshot is called

    Scenario: Of a snapshot with another alphabet's name
      When Ama takes the snapshot "Ɔdɔ / понедельник?" of the machine "db"
      Then its identity is one word of at most 160 characters, and not "rollback"

    Scenario: It stays when the name changes
      Given the machine "db" has the snapshot "monday"
      When Ama renames the snapshot "monday" of the machine "db" to "tuesday"
      Then it has the identity of the snapshot "monday" of the machine "db"
