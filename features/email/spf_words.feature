Feature: Words of SPF that the platform reads

  What says who may send mail is extended where it can be read by its grammar
  (RFC 7208), and left alone where receivers would not understand it either.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  @mail-spf
  Rule: What keeps to the grammar is extended

    Scenario Outline: "<terms>" is extended
      Given "baobab.example" has the TXT record "@" with "v=spf1 <terms> ~all"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the spf record of mail for "baobab.example" is "merged"

      Examples:
        | terms                              |
        | a/24//64                           |
        | a:b.example//0                     |
        | mx:b.example/32                    |
        | A:b.example.                       |
        | ?ptr:b.example                     |
        | ip4:192.0.2.0/24 ip6:2001:db8::/48 |
        | exists:%{i}._spf.%{d2r.-}          |
        | a:b.x-y                            |
        | exp=why.b.example                  |
        | later-word=%%this%_that            |

  @mail-spf
  Rule: What breaks it is left alone

    Scenario Outline: "<terms>" is left alone
      Given "baobab.example" has the TXT record "@" with "v=spf1 <terms> ~all"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the spf record of mail for "baobab.example" is "conflict"
      And the nameservers serve a text of "baobab.example" that says "v=spf1 <terms> ~all"

      Examples:
        | terms                             |
        | a/33                              |
        | a//129                            |
        | mx:                               |
        | a:b.-y                            |
        | a:b.y-                            |
        | a:b.123                           |
        | include:b                         |
        | ip4:192.0.2.0/033                 |
        | ip6:192.0.2.1                     |
        | exists:%{z}.b.example             |
        | all:b.example                     |
        | ptr:                              |
        | exp=a.example exp=b.example       |
        | redirect=a.example redirect=b.net |
        | anybody                           |
        | 1word=x                           |
        | wo+rd=x                           |
