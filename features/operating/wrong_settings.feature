@rest
Feature: Settings that are wrong

  A process that starts with a wrong setting does harm later. It ends at once
  instead, and says by name what is wrong, however it was said.

  @proc-bad-configuration @proc-environment
  Rule: A wrong value ends the process with code 2, and its flag is named

    Scenario Outline: A wrong setting, <setting>
      Given a folder with the demo data
      When the operator tries "hosting" with "<setting>"
      Then it ends with code 2
      And it says "<named>"

      Examples: Where it listens
        | setting                          | named            |
        | --listen=here                    | --listen         |
        | HOSTING_LISTEN=here              | --listen         |
        | --search-listen=80               | --search-listen  |
        | HOSTING_SEARCH_LISTEN=80         | --search-listen  |
        | --metrics-listen=localhost       | --metrics-listen |
        | HOSTING_METRICS_LISTEN=localhost | --metrics-listen |

      Examples: What it needs
        | setting                   | named          |
        | --data=data/secret        | --data         |
        | HOSTING_DATA=data/secret  | --data         |
        | --database-url=mysql://db | --database-url |
        | DATABASE_URL=mysql://db   | --database-url |
        | --redis-url=here          | REDIS_URL      |
        | REDIS_URL=here            | REDIS_URL      |
        | --secret=short            | HOSTING_SECRET |
        | HOSTING_SECRET=short      | HOSTING_SECRET |

      Examples: What it does
        | setting                                  | named                   |
        | --trusted-proxy=10.0.0.0/33              | --trusted-proxy         |
        | HOSTING_TRUSTED_PROXIES=10.0.0.0/33      | --trusted-proxy         |
        | --client-address-header=via              | --client-address-header |
        | HOSTING_CLIENT_ADDRESS_HEADER=via        | --client-address-header |
        | --allowed-origin=dash.example.com        | HOSTING_ALLOWED_ORIGINS |
        | HOSTING_ALLOWED_ORIGINS=dash.example.com | HOSTING_ALLOWED_ORIGINS |
        | --issuer=http://id.example.com           | HOSTING_ISSUERS         |
        | HOSTING_ISSUERS=http://id.example.com    | HOSTING_ISSUERS         |
        | --usage-days=0                           | --usage-days            |
        | HOSTING_KEY_HOURS=none                   | --key-hours             |
        | --log-format=xml                         | --log-format            |
        | HOSTING_LOG_FORMAT=xml                   | --log-format            |
        | --base-url=api.example.com               | --base-url              |
        | HOSTING_BASE_URL=api.example.com         | --base-url              |
        | --s3-prefix=/production                  | --s3-prefix             |
        | HOSTING_S3_PREFIX=/production            | --s3-prefix             |

    Scenario: A flag that nobody knows
      Given an empty folder
      When the operator tries "hosting" with "--lisen=127.0.0.1:0"
      Then it ends with code 2
      And it says "--lisen"
