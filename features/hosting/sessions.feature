@rest
Feature: The session of a panel

  What a link becomes belongs to the browser that opened it. It ends when it is left
  alone, and when the site is suspended.

  Background:
    Given Ama has the free hosting "blog.example"

  @site-session
  Rule: A session ends after fifteen minutes without use

    Scenario: It is used again and again
      Given Ama asked for a link to the panel of "blog.example"
      And a browser opened the link
      And 14 minutes passed
      And the browser looked at its page again
      When 14 minutes pass
      And the browser looks at its page again
      Then it shows the control panel of "blog.example"

    Scenario: It is left alone
      Given Ama asked for a link to the panel of "blog.example"
      And a browser opened the link
      When 15 minutes pass
      And the browser looks at its page again
      Then it is told that the session has ended

    Scenario: Without the session nobody is let in
      Given Ama asked for a link to the panel of "blog.example"
      And a browser opened the link
      When the browser comes without its session
      Then it is told that the session has ended

  @site-session
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
