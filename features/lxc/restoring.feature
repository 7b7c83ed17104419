Feature: Going back to a snapshot

  What went wrong is undone: the container is again what it was when the
  snapshot was made, and what happened since is lost.

  Background:
    Given Ama has the LXC instance "web"

  Rule: The container is what it was

    Scenario: Distribution and password are those of the snapshot
      Given Ama sets the password of the container "web" to "correct horse battery"
      And the container "web" has the snapshot "before-upgrade"
      And Ama reinstalls the container "web" with "ubuntu-24.04"
      And the hypervisor has caught up
      And Ama sets the password of the container "web" to "wrong horse battery"
      When Ama restores the snapshot "before-upgrade" of the container "web"
      Then the answer shows the snapshot "restoring"
      And "web" is "restoring"
      When the hypervisor has caught up
      Then "web" is "running"
      And the container "web" has "debian-12" installed
      And "correct horse battery" opens the container "web"
      And "wrong horse battery" does not open the container "web"
      And the snapshot "before-upgrade" of the container "web" is "ready"

  Rule: It runs afterwards if it ran before

    Scenario Outline: A container that is <before>
      Given the container "web" has the snapshot "before-upgrade"
      And Ama <action> the container "web"
      And the hypervisor has caught up
      When Ama restores the snapshot "before-upgrade" of the container "web"
      And the hypervisor has caught up
      Then "web" is "<after>"
      And the hypervisor says that "web" is "<after>"

      Examples:
        | action   | before  | after   |
        | restarts | running | running |
        | stops    | stopped | stopped |

  Rule: Only what is there can be restored or deleted

    Scenario Outline: Ama <action> a snapshot that never was
      When Ama <action> the snapshot "never-was" of the container "web"
      Then the request is refused as "snapshot_not_found"

      Examples:
        | action   |
        | restores |
        | deletes  |

    Scenario: A snapshot of another container
      Given Ama has the LXC instance "db"
      And the container "db" has the snapshot "before-upgrade"
      When Ama restores the snapshot "before-upgrade" of the container "web"
      Then the request is refused as "snapshot_not_found"

    Scenario: One that could not be made can only be deleted
      Given the hypervisor will refuse the next request
      And Ama makes the snapshot "broken" of the container "web"
      And the hypervisor has caught up
      When Ama restores the snapshot "broken" of the container "web"
      Then the request is refused as "action_not_allowed"
      When Ama deletes the snapshot "broken" of the container "web"
      And the hypervisor has caught up
      Then the snapshots of the container "web" are ""

    Scenario Outline: Ama <action> one that is being made
      Given Ama makes the snapshot "early" of the container "web"
      When Ama <action> the snapshot "early" of the container "web"
      Then the request is refused as "change_in_progress"
      And the snapshot "early" of the container "web" is "creating"

      Examples:
        | action   |
        | restores |
        | deletes  |
