import type { JWTPayload } from "jose";
import { authorize } from "./authorize.ts";
import { clients } from "./clients.ts";
import type { Grant } from "./grants.ts";
import { type Answer, type Call, exactly, NotInContract } from "./server.ts";
import type { State } from "./state.ts";

/** OpenID Connect in Google's version, below `/google`. */
export async function google(call: Call, state: State): Promise<Answer> {
  const { method, url } = call;
  const issuer = `${url.origin}/google`;
  switch (`${method} ${url.pathname}`) {
    case "GET /google/.well-known/openid-configuration":
      return { status: 200, json: metadata(issuer) };
    case "GET /google/keys":
      return { status: 200, json: state.keys.published() };
    case "GET /google/authorize":
    case "POST /google/authorize":
      return authorize(
        call,
        {
          provider: "google",
          scope: "openid email profile",
          required: ["nonce"],
          optional: ["prompt", "login_hint", "access_type"],
        },
        state,
      );
    case "POST /google/token":
      return token(call, issuer, state);
    case "GET /google/userinfo": {
      const owner = state.grants.owner("google", call.authorization);
      if (owner === undefined) return { status: 401, json: { error: "invalid_request" } };
      return { status: 200, json: profile(owner) };
    }
    default:
      throw new NotInContract(`${method} ${url.pathname}`);
  }
}

async function token({ form }: Call, issuer: string, state: State): Promise<Answer> {
  if (state.knobs.isDown === "token") return { status: 500, html: "" };
  exactly(form, {
    required: ["grant_type", "code", "redirect_uri", "code_verifier", "client_id", "client_secret"],
  });
  const { id, secret } = clients.google;
  if (form.get("client_id") !== id || form.get("client_secret") !== secret)
    return { status: 401, json: { error: "invalid_client", error_description: "Unauthorized" } };
  if (form.get("grant_type") !== "authorization_code")
    return { status: 400, json: { error: "unsupported_grant_type" } };
  const made = state.grants.exchange("google", {
    code: form.get("code") ?? "",
    redirectUri: form.get("redirect_uri") ?? "",
    verifier: form.get("code_verifier") ?? "",
  });
  if (typeof made === "string")
    return { status: 400, json: { error: made, error_description: "Bad Request" } };
  return {
    status: 200,
    json: {
      access_token: made.token,
      expires_in: 3599,
      scope: "openid email profile",
      token_type: "Bearer",
      id_token: await idToken(made.grant, issuer, state),
    },
  };
}

async function idToken(grant: Grant, issuer: string, { keys, knobs }: State): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const right: JWTPayload = {
    iss: issuer,
    azp: grant.clientId,
    aud: grant.clientId,
    nonce: grant.nonce,
    iat: now,
    exp: now + 3599,
    ...profile(grant),
  };
  const claims = { ...right, ...knobs.claims };
  const signed = await (knobs.isKeyUnknown ? keys.signUnpublished(claims) : keys.sign(claims));
  if (!knobs.isSignatureBroken) return signed;
  const [header = "", , signature = ""] = signed.split(".");
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: "1" })).toString("base64url");
  return [header, forged, signature].join(".");
}

function profile({ person }: Pick<Grant, "person">) {
  const { sub, given_name, family_name, email, email_verified } = person;
  return {
    sub,
    name: `${given_name} ${family_name}`,
    given_name,
    family_name,
    ...(email !== null && { email, email_verified }),
  };
}

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
  scopes_supported: ["openid", "email", "profile"],
  token_endpoint_auth_methods_supported: ["client_secret_post"],
  code_challenge_methods_supported: ["S256"],
});
