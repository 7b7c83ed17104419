@rest
Feature: Flags and their names in the environment

  A person writes a flag, a unit file or a container sets a variable. Both mean
  the same, and a flag is stronger where both are there.

  Background:
    Given an empty folder

  @proc-defaults @proc-environment
  Rule: The help lists each flag, its variable, and what holds without them

    Scenario: The settings of the contract
      When the operator runs "hosting --help"
      Then it lists these settings:
        | flag             | variable                | without it     |
        | --listen         | HOSTING_LISTEN          | 127.0.0.1:8080 |
        | --search-listen  | HOSTING_SEARCH_LISTEN   |                |
        | --metrics-listen | HOSTING_METRICS_LISTEN  |                |
        | --data           | HOSTING_DATA            | ./data         |
        | --database-url   | DATABASE_URL            |                |
        | --redis-url      | REDIS_URL               |                |
        | --base-url       | HOSTING_BASE_URL        |                |
        | --trusted-proxy  | HOSTING_TRUSTED_PROXIES |                |
        | --no-demo        | HOSTING_NO_DEMO         |                |
        | --log-format     | HOSTING_LOG_FORMAT      | text           |

  @proc-environment
  Rule: A variable does what its flag does

    Scenario Outline: The setting <setting>
      When the operator starts "hosting" with "<setting>"
      Then <what holds>

      Examples:
        | setting                                  | what holds                                  |
        | --data=kept                              | the folder holds "kept/hosting.db"          |
        | HOSTING_DATA=kept                        | the folder holds "kept/hosting.db"          |
        | --database-url=sqlite://other.db         | the folder holds "other.db"                 |
        | DATABASE_URL=sqlite://other.db           | the folder holds "other.db"                 |
        | --redis-url=redis://127.0.0.1:9          | the health names "redis"                    |
        | REDIS_URL=redis://127.0.0.1:9            | the health names "redis"                    |
        | --base-url=https://api.example.com       | links begin with "https://api.example.com/" |
        | HOSTING_BASE_URL=https://api.example.com | links begin with "https://api.example.com/" |
        | --trusted-proxy=127.0.0.0/8              | a proxy on this machine is believed         |
        | HOSTING_TRUSTED_PROXIES=127.0.0.0/8      | a proxy on this machine is believed         |
        | --no-demo                                | there is no account                         |
        | HOSTING_NO_DEMO=1                        | there is no account                         |

  @proc-environment
  Rule: Where both are there, the flag holds

    Scenario: Two folders
      When the operator starts "HOSTING_DATA=these hosting --data those"
      Then the folder holds "those/hosting.db"
      And the folder holds no "these"
