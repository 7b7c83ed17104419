Feature: Mail of many domains, page by page

  Who has mail for many domains reads of it a page at a time.

  @list-pages
  Rule: Pages together show everything once, the newest first

    Scenario: Mail of three domains
      Given Ama owns the domain "baobab.example"
      And Ama has an email service for "baobab.example"
      And 1 day passed
      And Ama owns the domain "marula.example"
      And Ama has an email service for "marula.example"
      And 1 day passed
      And Ama owns the domain "acacia.example"
      And Ama has an email service for "acacia.example"
      When Ama reads what mail she has in pages of 2
      Then the pages of mail are "acacia.example, marula.example / baobab.example"
