// Types for the documents beside this file, from the schema as it was last reviewed.
import type { CodegenConfig } from "@graphql-codegen/cli";

export default {
  schema: "../schema.graphql",
  documents: "*.graphql",
  emitLegacyCommonJSImports: false,
  generates: {
    "generated/": {
      preset: "client",
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: "string", // nothing of GraphQL is needed where it runs
        enumsAsTypes: true,
        useTypeImports: true,
        skipTypename: true,
        strictScalars: true, // a scalar that is not below is an error
        scalars: {
          Bytes: "number",
          DateTime: "string",
          JSONObject: "Record<string, unknown>",
          Money: "number",
          UUID: "string",
        },
      },
    },
  },
} satisfies CodegenConfig;
