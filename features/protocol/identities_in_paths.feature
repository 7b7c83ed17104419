@rest
Feature: Identities in paths

  Whoever guesses at identities must learn nothing: what is not theirs, what never
  was and what is no identity at all are told apart by nobody.

  Background:
    Given Kofi owns something of everything
    And Ama may convert files
    And Ama owns the domain "acacia.example"
    And Ama has the machine "db"

  @rest-ids
  Rule: What is somebody else's, never was or is no identity gets one answer

    Scenario Outline: <which>, wherever an identity stands in a path
      When Ama asks with an identity that is <which> wherever one stands in a path
      Then each request is refused as what is not there, and says nothing else than for an unknown one:
        | identity   | of                   | refused as           |
        | domainId   | /v1/domains          | domain_not_found     |
        | recordId   | /v1/domains          | dns_record_not_found |
        | serviceId  | /v1/services         | service_not_found    |
        | serviceId  | /v1/email/services   | service_not_found    |
        | serviceId  | /v1/hosting/services | service_not_found    |
        | serviceId  | /v1/lxc/instances    | service_not_found    |
        | serviceId  | /v1/kvm/instances    | service_not_found    |
        | snapshotId | /v1/kvm/instances    | snapshot_not_found   |
        | jobId      | /v1/conversion/jobs  | job_not_found        |

      Examples:
        | which            |
        | Kofi's           |
        | malformed        |
        | almost an UUID   |
        | without dashes   |
        | nothing but null |
