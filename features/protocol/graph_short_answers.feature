@graphql
Feature: Answers of the graph that are packed

  A dashboard far away waits for each byte, too. What opens something is not packed:
  whoever can make others ask could learn from the length what is in it.

  @rest-compressed
  Rule: A long answer is packed for who takes it, unless it opens something

    Scenario Outline: For who takes <taken>
      Given Ama owns the domain "baobab.example"
      And Ama owns 30 domains more
      When Ama asks the graph for her domains, and takes "<taken>"
      Then the answer is packed as "<packed>"

      Examples:
        | taken    | packed |
        | gzip     | gzip   |
        | identity | none   |

    Scenario: Where files are to be sent
      Given Ama may convert files
      And Ama prepared "files-to-zip" of "a.csv, b.csv, c.csv, d.csv, e.csv, f.csv, g.csv, h.csv"
      When Ama asks the graph for her job, and takes "gzip"
      Then the answer is packed as "none"
      And it is longer than 1024 bytes
