Feature: How a domain is registered

  The operator brings in what is registered. Customers see each name as the
  registry writes it and as people do, and whether it is one for trying out.

  @domain-names
  Rule: A name in letters of the world has two forms

    Scenario Outline: A name that the operator writes "<written>"
      Given the operator brings in the domain "<written>" for Ama
      When Ama looks up "<written>"
      Then it is registered as "<registered>"
      And people write it "<people>"
      And its suffix is ".example"

      Examples:
        | written               | registered            | people         |
        | bücher.example        | xn--bcher-kva.example | bücher.example |
        | BÜCHER.example        | xn--bcher-kva.example | bücher.example |
        | xn--bcher-kva.example | xn--bcher-kva.example | bücher.example |
        | xn--strae-oqa.example | xn--strae-oqa.example | straße.example |
        | Baobab.example        | baobab.example        | baobab.example |

  @domain-environment
  Rule: Trying out is never mistaken for the real thing

    Scenario Outline: A domain at a registrar <where>
      Given the operator brings in the domain "baobab.example" for Ama, at a registrar <where>
      When Ama looks up "baobab.example"
      Then its registrar is one <where>

      Examples:
        | where          |
        | for trying out |
        | for real       |
