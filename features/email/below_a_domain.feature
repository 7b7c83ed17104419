Feature: Mail below a domain

  Larger customers have mail for a part of their domain, such as news. It stands
  in the zone that is there already.

  @mail-subdomain
  Rule: Mail below a domain stands in the zone of that domain

    Scenario: Mail for a part of a domain
      Given Ama owns the domain "baobab.example"
      And Ama has an email service for "news.baobab.example"
      When Ama sets up mail for "news.baobab.example"
      And the mail servers have caught up
      Then the zone of mail for "news.baobab.example" is "synced"
      And the nameservers serve a text of "news.baobab.example" that says "v=spf1 include:_spf.mail.host.example ~all"
