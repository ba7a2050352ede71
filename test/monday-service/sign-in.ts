import type { Grants } from "#test/tool-service/grants.ts";
import { consentPage } from "#test/tool-service/pages.ts";
import { type Answer, type Call, exactly, redirect, textOf } from "#test/tool-service/wire.ts";

/** Registration of the app at monday.com. */
export const app = {
  clientId: "4f1c2d3e4f5061728394a5b6c7d8e9f0",
  clientSecret: "e".repeat(32),
  signingSecret: "f".repeat(32),
} as const;

const scopes =
  "me:read boards:read boards:write updates:read updates:write assets:read workspaces:read webhooks:read webhooks:write";

export function authorizePage(call: Call, grants: Grants, who: string, isDenied: boolean): Answer {
  const query = call.url.searchParams;
  exactly(query.keys(), {
    required: ["client_id", "redirect_uri", "state", "scope", "code_challenge", "code_challenge_method"],
    optional: ["response_type"],
  });
  const get = (name: string) => query.get(name) ?? "";
  const wrong =
    (get("client_id") !== app.clientId && "client_id") ||
    (get("scope") !== scopes && "scope") ||
    (query.has("response_type") && get("response_type") !== "code" && "response_type") ||
    (get("code_challenge_method") !== "S256" && "code_challenge_method") ||
    (!/^[\w-]{43}$/.test(get("code_challenge")) && "code_challenge");
  if (wrong !== false) return { status: 400, html: `<!doctype html><title>Error</title><p>${wrong}</p>` };
  if (call.method === "GET")
    return { status: 200, html: consentPage("monday", "Sitewalk", who, `?${query}`) };
  const back = new URL(get("redirect_uri"));
  back.searchParams.set("state", get("state"));
  if (call.form?.get("answer") === "allow" && !isDenied) {
    const code = { redirectUri: get("redirect_uri"), challenge: get("code_challenge") };
    back.searchParams.set("code", grants.allow(code));
  } else back.searchParams.set("error", "access_denied");
  return redirect(back);
}

const client = ["client_id", "client_secret"];
const isUs = (json: Readonly<Record<string, unknown>>) =>
  json["client_id"] === app.clientId && json["client_secret"] === app.clientSecret;
const refuse = (status: number, error: string): Answer => ({
  status,
  json: { error, error_description: error },
});

export function tokens({ json = {} }: Call, grants: Grants, seconds: number): Answer {
  const get = (name: string) => textOf(json[name]);
  const isCode = get("grant_type") === "authorization_code";
  const needed = isCode ? ["code", "redirect_uri", "code_verifier"] : ["refresh_token"];
  exactly(Object.keys(json), { required: ["grant_type", ...client, ...needed] }, "field");
  if (!isUs(json)) return refuse(401, "invalid_client");
  const isKnown = isCode
    ? grants.exchange(get("code"), get("redirect_uri"), get("code_verifier"))
    : get("grant_type") === "refresh_token" && grants.spend(get("refresh_token"));
  if (!isKnown) return refuse(400, "invalid_grant");
  const { access, refresh } = grants.give(seconds);
  // No `expires_in`: the expiry is in the token itself.
  return {
    status: 200,
    json: { access_token: access, refresh_token: refresh, token_type: "Bearer", scope: scopes },
  };
}

export function revoke({ json = {} }: Call, grants: Grants): Answer {
  exactly(Object.keys(json), { required: [...client, "token"], optional: ["token_type_hint"] }, "field");
  if (!isUs(json)) return refuse(401, "invalid_client");
  grants.forget(String(json["token"]));
  return { status: 200, json: { success: true } };
}
