@rest
Feature: Opening a link

  Whoever holds a link is let in. So it works once and not for long, and what
  it becomes belongs to the browser that was first.

  Background:
    Given Ama has the free hosting "blog.example"

  @site-link-once
  Rule: A link works once

    Scenario: The control panel
      Given Ama asked for a link to the panel of "blog.example"
      When a browser opens the link
      Then it shows the control panel of "blog.example"

    Scenario: The page goes on being shown
      Given Ama asked for a link to the panel of "blog.example"
      And a browser opened the link
      When the browser looks at its page again
      Then it shows the control panel of "blog.example"

    Scenario: Another browser comes later
      Given Ama asked for a link to the panel of "blog.example"
      And a browser opened the link
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

  @site-link-once
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
