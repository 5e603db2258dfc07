import { openAccountVerifier } from "../../src/adapters/appwrite/verify-account.ts";
import { openJwtVerifier } from "../../src/adapters/jwt/open-jwt-verifier.ts";
import { openAppwriteAccounts } from "../doubles/appwrite-accounts.ts";
import { AUDIENCE, ISSUER, openTokenIssuer, signedBy } from "../doubles/token-issuer.ts";
import { tokenVerifierContract } from "./token-verifier.ts";

const SECRET = "a secret that both sides have, 32";
const secretBytes = new TextEncoder().encode(SECRET);
const expected = { issuer: ISSUER, audience: AUDIENCE };

tokenVerifierContract("A JWT by a secret", async () => ({
  verifier: openJwtVerifier({ keys: { secret: SECRET }, ...expected }),
  tokenFor: (sub, { endsInSeconds = 600, ...fields } = {}) =>
    signedBy(secretBytes, { sub, iss: ISSUER, aud: AUDIENCE, ...fields }, { endsInSeconds }),
  foreignToken: (sub) => signedBy(secretBytes, { sub, iss: ISSUER, aud: "another" }),
  alone: null,
  close: async () => undefined,
}));

tokenVerifierContract("A JWT by public keys", async () => {
  const issuer = await openTokenIssuer();
  return {
    verifier: openJwtVerifier({ keys: { jwksUrl: issuer.jwksUrl }, ...expected }),
    tokenFor: (sub, { endsInSeconds = 600, ...fields } = {}) =>
      issuer.sign({ sub, ...fields }, { endsInSeconds }),
    foreignToken: (sub) => issuer.sign({ sub }, { kid: "foreign", isShown: false }),
    alone: () => openJwtVerifier({ keys: { jwksUrl: "http://127.0.0.1:9/jwks" }, ...expected }),
    close: () => issuer.close(),
  };
});

tokenVerifierContract("Appwrite", async () => {
  const [own, other] = [await openAppwriteAccounts(), await openAppwriteAccounts()];
  const { endpoint, projectId } = own;
  return {
    verifier: openAccountVerifier({ endpoint, projectId }),
    tokenFor: ($id, { name = "", endsInSeconds } = {}) => own.tokenFor({ $id, name }, endsInSeconds),
    foreignToken: ($id) => other.tokenFor({ $id, name: "" }),
    alone: () => openAccountVerifier({ endpoint: "http://127.0.0.1:9/v1", projectId }),
    close: async () => {
      await own.close();
      await other.close();
    },
  };
});
