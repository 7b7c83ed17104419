// What graphql-eslint recommends for schemas; where ours is otherwise, it says why.
import graphql from "@graphql-eslint/eslint-plugin";

// They are part of a record or of one answer, and are found with it, never by themselves.
const parts = [
  "ConversionArtifact", "ConversionError", "ConversionFile", "ConversionPlan", "ConversionTool", "DelegationSigner", "DnsPublication",
  "EmailDns",
  "EmailDnsRecord", "HostingStats", "LxcMetrics", "MetricPoint", "PageInfo", "PanelAccess", "PasswordChanged", "Price",
  "ProviderAttribute", "RegistrarAnswer", "SearchResult", "SearchResultItem", "TerminalTicket", "TypicalConversion", "UploadRequest",
  "UsageEntry", "UsageReport", "UsageSummary",
];

const { rules } = graphql.configs["flat/schema-recommended"];
const { EnumValueDefinition: words, ...names } = rules["@graphql-eslint/naming-convention"][1];

export default [
  {
    files: ["**/*.graphql"],
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: "schema.graphql" } },
    },
    plugins: { "@graphql-eslint": graphql },
    rules: {
      ...rules,
      // Records are known among all by `nodeId`; their `id` is the same as in REST.
      "@graphql-eslint/strict-id-in-types": [
        "error",
        {
          acceptedIdNames: ["nodeId"],
          acceptedIdTypes: ["ID"],
          exceptions: { types: parts, suffixes: ["Connection", "Edge"] },
        },
      ],
      // Codes are written as they stand in `extensions.code`, and in the answers of the search.
      "@graphql-eslint/naming-convention": [
        "error",
        {
          ...names,
          "EnumTypeDefinition[name.value!=/^(ErrorCode|CheckFailure)$/] > EnumValueDefinition": words,
        },
      ],
      // `serviceType` and `domainName` are called as they are in REST.
      "@graphql-eslint/no-typename-prefix": "off",
      // `@specifiedBy` is part of the language, and written out by the library.
      "@graphql-eslint/no-unreachable-types": "off",
    },
  },
];
