@rest
Feature: The first start

  One program and an empty folder are enough. Whoever tries the platform can
  call it at once; what is kept stands in that one folder.

  @proc-demo
  Rule: On an empty folder each demo account is given a key, once

    Scenario: A start in an empty folder
      Given an empty folder
      When the operator starts "hosting"
      Then it prints 3 keys
      And they open "demo@example.com, other@example.com, free@example.com"

    Scenario: The next start
      Given a folder with the demo data
      When the operator starts "hosting"
      Then it prints no key
      And those of the first start open "demo@example.com, other@example.com, free@example.com"

  @proc-demo-content
  Rule: The demo has accounts with every kind of service, fewer, and none that costs

    Scenario: The services of each
      Given a folder with the demo data
      When the operator starts "hosting"
      Then the accounts have these services:
        | account           | kinds                                       | in all |
        | demo@example.com  | conversion, email, kvm, lxc, shared_hosting | 48     |
        | other@example.com | conversion, email, kvm, lxc, shared_hosting | 8      |
        | free@example.com  | shared_hosting                              | 4      |

  @proc-no-demo
  Rule: Who asks for no demo starts empty

    Scenario: Without demo data
      Given an empty folder
      When the operator starts "hosting --no-demo"
      Then it prints no key
      And there is no account

  @ops-alone
  Rule: All that is kept stands in the data folder

    Scenario: A folder that is not there yet
      Given an empty folder
      When the operator starts "hosting --data kept/here"
      Then the folder holds "kept/here/hosting.db, kept/here/secret"
      And the folder holds no "data"

  @proc-secret
  Rule: The secret is readable to nobody else

    Scenario: The secret of a first start
      Given an empty folder
      When the operator starts "hosting --no-demo"
      Then nobody else may read "data/secret"
