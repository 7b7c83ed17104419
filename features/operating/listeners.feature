@rest
Feature: Where the platform listens

  The search is public, the figures are for operators alone. Each can have a
  listener of its own, which a firewall can tell apart.

  Background:
    Given a folder with the demo data

  @proc-listeners @proc-environment
  Rule: The search can have a listener of its own, where nothing else is served

    Scenario Outline: Said by <how>
      When the operator starts "<command>"
      Then the listener of "--search-listen" answers as follows:
        | request                                  | status |
        | GET /api/domain-search?domain=baobab.com | 200    |
        | GET /v1/account                          | 404    |
        | GET /metrics                             | 404    |

      Examples:
        | how          | command                                   |
        | its flag     | hosting --search-listen 127.0.0.1:0       |
        | its variable | HOSTING_SEARCH_LISTEN=127.0.0.1:0 hosting |

  @proc-listeners @proc-environment @ops-metrics
  Rule: The figures have a listener of their own, and are served nowhere else

    Scenario Outline: Asked for by <how>
      When the operator starts "<command>"
      Then the listener of "--metrics-listen" answers as follows:
        | request         | status |
        | GET /metrics    | 200    |
        | GET /v1/account | 404    |
      And the listener of "--listen" answers as follows:
        | request      | status |
        | GET /metrics | 404    |

      Examples:
        | how          | command                                    |
        | its flag     | hosting --metrics-listen 127.0.0.1:0       |
        | its variable | HOSTING_METRICS_LISTEN=127.0.0.1:0 hosting |

  @proc-bad-configuration
  Rule: An address that another program has is named

    Scenario Outline: For <flag>
      Given another program listens at an address
      When the operator tries "hosting" with "<flag>" and that address
      Then it ends with code 2
      And it says "<flag>"

      Examples:
        | flag             |
        | --listen         |
        | --search-listen  |
        | --metrics-listen |
