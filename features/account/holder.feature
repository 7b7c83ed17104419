Feature: Who holds an account

  Programs greet a customer by name, in the right language and at the right time
  of day. The account says whose it is, as the company knows it.

  @account-details
  Rule: The account tells who holds it

    Scenario: A company
      Given Ama's account is held by
        | full name          | Ama Mensah    |
        | first name         | Ama           |
        | last name          | Mensah        |
        | company name       | Baobab Books  |
        | country            | GB            |
        | preferred language | en-GB         |
        | timezone           | Europe/London |
      When Ama looks up her account
      Then it tells
        | email              | ama@example.com |
        | full name          | Ama Mensah      |
        | first name         | Ama             |
        | last name          | Mensah          |
        | company name       | Baobab Books    |
        | country            | GB              |
        | preferred language | en-GB           |
        | timezone           | Europe/London   |
        | status             | active          |

    Scenario: A person who said little
      Given Ama's account is held by
        | full name          | Ama          |
        | first name         | none         |
        | last name          | none         |
        | company name       | none         |
        | country            | none         |
        | preferred language | tw           |
        | timezone           | Africa/Accra |
      When Ama looks up her account
      Then it tells
        | full name          | Ama          |
        | first name         | none         |
        | last name          | none         |
        | company name       | none         |
        | country            | none         |
        | preferred language | tw           |
        | timezone           | Africa/Accra |
