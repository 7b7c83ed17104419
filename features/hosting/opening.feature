@rest
Feature: Opening a link

  Whoever holds a link is let in. So it works once and not for long, and what
  it becomes belongs to the browser that was first.

  Background:
    Given Ama has the free hosting "blog.example"

  Rule: A link works once

    Scenario: The control panel
      Given Ama asked for a link to the panel of "blog.example"
      When a browser opens the link
      Then it shows the control panel of "blog.example"
      When the browser looks at its page again
      Then it shows the control panel of "blog.example"
      When another browser opens the link
      Then it is told that links work once and for five minutes

    Scenario: The file manager
      Given Ama asked for a link to the file manager of "blog.example"
      When a browser opens the link
      Then it shows the file manager of "blog.example"

    Scenario: Looking whether it is there does not use it up
      Given Ama asked for a link to the panel of "blog.example"
      When a program only looks whether the link is there
      And a browser opens the link
      Then it shows the control panel of "blog.example"

    Scenario: A link that never was
      When a browser opens a link that never was
      Then it is told that links work once and for five minutes

  Rule: A link works for five minutes

    Scenario: Just in time
      Given Ama asked for a link to the panel of "blog.example"
      When 5 minutes pass but for a second
      And a browser opens the link
      Then it shows the control panel of "blog.example"

    Scenario: Too late
      Given Ama asked for a link to the panel of "blog.example"
      When 5 minutes pass
      And a browser opens the link
      Then it is told that links work once and for five minutes

  Rule: A session ends after fifteen minutes without use

    Scenario: It is used, and then left alone
      Given Ama asked for a link to the panel of "blog.example"
      And a browser opened the link
      When 14 minutes pass
      And the browser looks at its page again
      Then it shows the control panel of "blog.example"
      When 14 minutes pass
      And the browser looks at its page again
      Then it shows the control panel of "blog.example"
      When 15 minutes pass
      And the browser looks at its page again
      Then it is told that the session has ended

    Scenario: Without the session nobody is let in
      Given Ama asked for a link to the panel of "blog.example"
      And a browser opened the link
      When the browser comes without its session
      Then it is told that the session has ended

  Rule: A suspended site lets nobody in

    Scenario: It is suspended before the link is opened
      Given Ama asked for a link to the panel of "blog.example"
      And the hosting "blog.example" became "suspended"
      And the platform has tidied up
      And the panel has caught up
      When a browser opens the link
      Then it is told that links work once and for five minutes

    Scenario: It is suspended while somebody is in
      Given Ama asked for a link to the panel of "blog.example"
      And a browser opened the link
      And the hosting "blog.example" became "suspended"
      And the platform has tidied up
      And the panel has caught up
      When the browser looks at its page again
      Then it is told that the session has ended
