//! What the operator brings in: accounts, services, domains, records, prices.
