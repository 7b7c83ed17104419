@rest
Feature: Parameters that lead nowhere

  A browser drops a whole record for one parameter that it cannot read. So we refuse
  it, and say which one it is.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-content-valid
  Rule: A parameter that says nothing is refused, and named

    Scenario Outline: What follows the priority is "<written>"
      When Ama adds to "baobab.example" the record
        | name | type | content     |
        | here | SVCB | 1 <written> |
      Then the request is refused as "invalid_dns_content"
      And the refusal points to "content"
      And the refusal says "<words>"

      Examples:
        | written                       | words                                           |
        |                               | is written as priority, target and parameters   |
        | www                           | write the whole host name, such as www.baobab   |
        | . al_pn=h2                    | a parameter is written as key=value             |
        | . bogus=1                     | its key is mandatory, alpn, no-default-alpn     |
        | . key65536=hello              | its key is mandatory, alpn, no-default-alpn     |
        | . alpn=h2;x                   | the value of alpn is printable ASCII            |
        | . key667=ü                    | the value of key667 is printable ASCII          |
        | . alpn=a\\,b                  | the value of alpn holds no escapes              |
        | . alpn=,h2                    | the parameter alpn is not valid                 |
        | . port=65536                  | the parameter port is not valid                 |
        | . port=1,2                    | the parameter port is not valid                 |
        | . ipv4hint=2001:db8::1        | the parameter ipv4hint is not valid             |
        | . ech=?                       | the parameter ech is not valid                  |
        | . alpn=h2 ALPN=h3             | a parameter is given twice                      |
        | . port=443 no-default-alpn    | no-default-alpn goes with alpn                  |
        | . mandatory=alpn              | mandatory lists other parameters that are given |
        | . mandatory=alpn,alpn alpn=h2 | mandatory lists a parameter twice               |
        | . key1=h2                     | by its name                                     |

    Scenario Outline: A priority of <priority>
      When Ama adds to "baobab.example" the record
        | name | type  | content                             |
        | here | HTTPS | <priority> svc.other.example port=1 |
      Then the request is refused as "invalid_dns_content"
      And the refusal says "<words>"

      Examples:
        | priority | words                                              |
        | 0        | priority 0 makes an alias, which has no parameters |
        | 65536    | the priority in front of the content is 0 to 65535 |
