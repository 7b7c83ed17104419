// An OpenID provider: `node provider.mjs <port>`. It makes new keys at each start, and prints its address when it
// listens. The program `by-ES256` is given tokens that are signed so, and so on.
import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import Provider from "oidc-provider";

const kinds = {
    RS256: ["rsa", { modulusLength: 2048 }],
    PS256: ["rsa", { modulusLength: 2048 }],
    ES256: ["ec", { namedCurve: "P-256" }],
    ES384: ["ec", { namedCurve: "P-384" }],
    EdDSA: ["ed25519", {}],
};
const keys = Object.entries(kinds).map(([alg, [kind, options]]) => ({
    ...generateKeyPairSync(kind, options).privateKey.export({ format: "jwk" }),
    alg,
    use: "sig",
    kid: `${alg}-${process.pid}`,
}));
const clients = Object.keys(kinds).map(alg => ({
    client_id: `by-${alg}`,
    client_secret: "only for tests",
    grant_types: ["client_credentials"],
    redirect_uris: [],
    response_types: [],
}));

const server = createServer().listen(Number(process.argv[2]), "127.0.0.1", () => {
    const issuer = `http://127.0.0.1:${server.address().port}`;
    const provider = new Provider(issuer, {
        clients,
        jwks: { keys },
        enabledJWA: { clientAuthSigningAlgValues: Object.keys(kinds) },
        features: {
            clientCredentials: { enabled: true },
            devInteractions: { enabled: false },
            resourceIndicators: {
                enabled: true,
                getResourceServerInfo: (_, resource, client) => ({
                    audience: resource,
                    scope: "account:read domains:read",
                    accessTokenFormat: "jwt",
                    accessTokenTTL: 300,
                    jwt: { sign: { alg: client.clientId.slice(3) } },
                }),
            },
        },
    });
    server.on("request", provider.callback());
    console.log(issuer);
});
