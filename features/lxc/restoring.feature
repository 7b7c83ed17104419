Feature: Restoring a snapshot of a container

  What went wrong is undone: the container is again what it was when the
  snapshot was taken, and what happened since is lost.

  Background:
    Given Ama has the container "web"

  @lxc-restore
  Rule: The container is what it was

    Scenario: The distribution is that of the snapshot
      Given the container "web" runs "debian-12"
      And the container "web" has the snapshot "before-upgrade"
      And Ama reinstalled the container "web" with "ubuntu-24.04"
      And the hypervisor has caught up
      When Ama restores the snapshot "before-upgrade" of the container "web"
      And the hypervisor has caught up
      Then the container "web" has "debian-12" installed
      And the snapshot "before-upgrade" of the container "web" is "ready"

    Scenario: The password is that of the snapshot
      Given Ama set the password of the container "web" to "correct horse battery"
      And the container "web" has the snapshot "before-upgrade"
      And Ama set the password of the container "web" to "wrong horse battery"
      When Ama restores the snapshot "before-upgrade" of the container "web"
      And the hypervisor has caught up
      Then "correct horse battery" opens the container "web"
      And "wrong horse battery" does not open the container "web"

    Scenario: Both show it until it is done
      Given the container "web" has the snapshot "before-upgrade"
      When Ama restores the snapshot "before-upgrade" of the container "web"
      Then the answer shows the snapshot "restoring"
      And "web" is "restoring"

  @lxc-restore
  Rule: It runs afterwards if it ran before

    Scenario Outline: A container that was <before>
      Given the container "web" has the snapshot "before-upgrade"
      And Ama <acted> the container "web"
      And the hypervisor has caught up
      When Ama restores the snapshot "before-upgrade" of the container "web"
      And the hypervisor has caught up
      Then "web" is "<after>"
      And the hypervisor says that "web" is "<after>"

      Examples:
        | acted     | before  | after   |
        | restarted | running | running |
        | stopped   | stopped | stopped |
