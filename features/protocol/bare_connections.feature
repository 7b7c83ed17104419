@rest
Feature: Requests as they come over a line

  Between a program and the platform stand proxies of others. So it must be clear
  to each of them for which host a request is (RFC 9112 section 3.2).

  Background:
    Given Ama has an account

  @rest-host
  Rule: A request says once for which host it is

    Scenario Outline: HTTP/<version> with <hosts>
      When Ama looks up her account over a bare connection by HTTP/<version> with <hosts>
      Then the request is <answer>

      Examples:
        | version | hosts                 | answer                       |
        | 1.1     | one host              | accepted                     |
        | 1.1     | no host               | refused as "invalid_request" |
        | 1.1     | two hosts             | refused as "invalid_request" |
        | 1.1     | the same host twice   | refused as "invalid_request" |
        | 1.1     | a host that is no one | refused as "invalid_request" |
        | 1.0     | no host               | accepted                     |
        | 1.0     | two hosts             | refused as "invalid_request" |
