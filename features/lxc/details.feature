Feature: What a container is

  Whoever connects to a container or writes its address into a zone reads them
  here, as they were when it was set up.

  @lxc-details
  Rule: A container tells its size, where it is, what runs on it, and how to reach it

    Scenario Outline: A container in <region>
      Given Ama has the container "web"
      And "web" was set up as
        | hostname     | <hostname>     |
        | vcpus        | <processors>   |
        | memory bytes | <memory>       |
        | disk bytes   | <disk>         |
        | region       | <region>       |
        | distribution | <distribution> |
        | ipv4         | <ipv4>         |
        | ipv6         | <ipv6>         |
        | ssh host     | <ssh host>     |
        | ssh port     | <ssh port>     |
      When Ama looks up the container "web"
      Then it tells
        | display name | web            |
        | hostname     | <hostname>     |
        | vcpus        | <processors>   |
        | memory bytes | <memory>       |
        | disk bytes   | <disk>         |
        | region       | <region>       |
        | distribution | <distribution> |
        | ipv4         | <ipv4>         |
        | ipv6         | <ipv6>         |
        | ssh host     | <ssh host>     |
        | ssh port     | <ssh port>     |

      Examples:
        | region  | hostname | processors | memory | disk    | distribution | ipv4       | ipv6         | ssh host          | ssh port |
        | eu-west | web-01   | 2          | 2 GiB  | 40 GiB  | debian-12    | 192.0.2.10 | none         | lxc1.host.example | 22010    |
        | us-east | shop     | 8          | 32 GiB | 640 GiB | ubuntu-24.04 | none       | 2001:db8::10 | lxc7.host.example | 2222     |
