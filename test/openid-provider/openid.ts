import type { JWTPayload } from "jose";
import { authorize } from "./authorize.ts";
import { clients } from "./clients.ts";
import type { Grant } from "./grants.ts";
import { type Answer, type Call, exactly, NotInContract } from "./server.ts";
import type { State } from "./state.ts";

const scopes = ["openid", "email", "profile", "offline_access"];

/** A company's own provider, below `/openid`: nothing but OpenID Connect Core and Discovery 1.0, PKCE and RFC 9207. */
export async function openid(call: Call, state: State): Promise<Answer> {
  const { method, url } = call;
  const issuer = `${url.origin}/openid`;
  const { knobs } = state;
  switch (`${method} ${url.pathname}`) {
    case "GET /openid/.well-known/openid-configuration":
      if (knobs.isDown === "discovery") return { status: 503, html: "" };
      return { status: 200, json: { ...metadata(issuer), ...knobs.metadata } };
    case "GET /openid/keys":
      if (knobs.isDown === "keys") return { status: 503, html: "" };
      return { status: 200, json: state.keys.publishedAll() };
    case "GET /openid/authorize":
    case "POST /openid/authorize":
      return authorize(
        call,
        {
          provider: "openid",
          issuer,
          scope: (scope) => {
            const asked = scope.split(" ");
            return asked.includes("openid") && asked.every((name) => scopes.includes(name));
          },
          required: ["nonce"],
          optional: ["prompt"],
        },
        state,
      );
    case "POST /openid/token":
      return token(call, issuer, state);
    case "GET /openid/userinfo": {
      if (knobs.isDown === "account") return { status: 500, html: "" };
      exactly(url.searchParams, { required: [] });
      const owner = state.grants.owner("openid", call.authorization);
      if (owner === undefined) return { status: 401, json: { error: "invalid_token" } };
      const told = claimsOf(owner);
      return { status: 200, json: knobs.isAccountOfOther ? { ...told, sub: "somebody-else" } : told };
    }
    default:
      throw new NotInContract(`${method} ${url.pathname}`);
  }
}

/** Refuses a client that authenticates by a method the document does not offer, or by two (RFC 6749, 2.3). */
function isClient({ form, authorization }: Call, { knobs }: State): boolean {
  const { id, secret } = clients.openid;
  const offered = knobs.metadata["token_endpoint_auth_methods_supported"] ?? ["client_secret_post"];
  if (!Array.isArray(offered) || offered.includes("client_secret_post")) {
    if (authorization !== "") throw new NotInContract("Basic besides the form");
    return form.get("client_id") === id && form.get("client_secret") === secret;
  }
  if (form.has("client_secret")) throw new NotInContract("a secret in the form");
  const encoded = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);
  const credentials = Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString("base64");
  return authorization === `Basic ${credentials}`;
}

async function token(call: Call, issuer: string, state: State): Promise<Answer> {
  const { form } = call;
  if (state.knobs.isDown === "token") return { status: 500, html: "" };
  exactly(form, {
    required: ["grant_type", "code", "redirect_uri", "code_verifier"],
    optional: ["client_id", "client_secret"],
  });
  if (!isClient(call, state)) return { status: 401, json: { error: "invalid_client" } };
  if (form.get("grant_type") !== "authorization_code")
    return { status: 400, json: { error: "unsupported_grant_type" } };
  const made = state.grants.exchange("openid", {
    code: form.get("code") ?? "",
    redirectUri: form.get("redirect_uri") ?? "",
    verifier: form.get("code_verifier") ?? "",
  });
  if (typeof made === "string") return { status: 400, json: { error: made } };
  return {
    status: 200,
    json: {
      access_token: made.token,
      expires_in: 300,
      token_type: "Bearer",
      id_token: await idToken(made.grant, issuer, state),
    },
  };
}

async function idToken(grant: Grant, issuer: string, { keys, knobs }: State): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const { email, email_verified, ...others } = claimsOf(grant);
  const claims: JWTPayload = {
    iss: issuer,
    aud: grant.clientId,
    nonce: grant.nonce,
    iat: now,
    exp: now + 300,
    ...others,
    ...(!knobs.isEmailApart && email !== undefined && { email, email_verified }),
    ...knobs.claims,
  };
  const signed = await (knobs.isKeyUnknown
    ? keys.signUnpublished(claims)
    : keys.signBy(knobs.algorithm, claims));
  if (!knobs.isSignatureBroken) return signed;
  const [header = "", , signature = ""] = signed.split(".");
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: "1" })).toString("base64url");
  return [header, forged, signature].join(".");
}

/** Limited by the scope (OpenID Connect Core 1.0, 5.4). */
function claimsOf({ person, scope }: Pick<Grant, "person" | "scope">): Readonly<Record<string, unknown>> {
  const { sub, given_name, family_name, username, email, email_verified } = person;
  const asked = scope.split(" ");
  return {
    sub,
    ...(asked.includes("profile") && {
      name: `${given_name} ${family_name}`,
      preferred_username: username,
      given_name,
      family_name,
    }),
    ...(asked.includes("email") && email !== null && { email, email_verified }),
  };
}

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ["code", "id_token", "code id_token"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256", "PS256", "ES256", "HS256", "none"],
  scopes_supported: scopes,
  token_endpoint_auth_methods_supported: ["client_secret_post"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
});
