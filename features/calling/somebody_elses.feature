Feature: What is somebody else's

  A program that comes upon an identity of another account, by whatever way, must
  neither see nor change what it names, nor learn that it is there.

  Background:
    Given Kofi owns something of everything
    And Ama may convert files

  @rest-ids @graph-own
  Rule: No operation finds what is somebody else's

    Scenario: Every operation that takes an identity
      When Ama asks for every operation on what is Kofi's
      Then each was refused as what is not there:
        | of                   | as                |
        | /v1/domains          | domain_not_found  |
        | /v1/services         | service_not_found |
        | /v1/email/services   | service_not_found |
        | /v1/hosting/services | service_not_found |
        | /v1/lxc/instances    | service_not_found |
        | /v1/kvm/instances    | service_not_found |
        | /v1/conversion/jobs  | job_not_found     |

    Scenario: And nothing of it has changed
      Given Kofi knows everything of his
      When Ama asks for every operation on what is Kofi's
      Then everything of Kofi's is as it was
