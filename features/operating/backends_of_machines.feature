@rest
Feature: What runs virtual machines

  Virtual machines run at hypervisors. The driver of libvirt needs a C library: a
  program without it says so, and how to have one.

  Background:
    Given an empty folder
    And the operator has run "hosting migrate"

  @proc-backends
  Rule: What runs virtual machines is listed too, with what drives it and how it is

    Scenario: It is driven by the sandbox
      Given a file "backends.toml" that lists the backends
        | id    | port     | driver  |
        | k-fra | machines | sandbox |
      When the operator runs "hosting backend list --backends backends.toml"
      Then it prints "k-fra machines sandbox (default) ok"
