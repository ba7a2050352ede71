import type { Clock } from "#server/platform/clock.ts";
import { Grants, secret } from "#test/tool-service/grants.ts";
import { consentPage } from "#test/tool-service/pages.ts";
import { type Answer, type Call, exactly, redirect, textOf } from "#test/tool-service/wire.ts";

/** Registration of the app at Trello. */
export const app = {
  key: "5f0ad1c2b3e4f5061728394a5b6c7d8e",
  secret: "b".repeat(64),
  clientId: "sitewalkTrelloClient01",
  clientSecret: "c".repeat(48),
} as const;

const scopes = "read:board:trello write:board:trello read:member:trello offline_access";
const hour = 3600;

/** Tokens of both sign-in methods. */
export class TrelloAccess {
  readonly grants: Grants;
  /** Tokens of the older method, each with its key. */
  readonly tokens = new Map<string, string>();

  constructor(clock: Clock) {
    this.grants = new Grants(clock);
    this.tokens.set(`ATTA${"a".repeat(72)}`, app.key);
  }

  /** The token of a call, or Trello's error message. */
  ownerOf(call: Call, params: ReadonlyMap<string, unknown>): { token: string; secret: string } | string {
    const bearer = /^Bearer (\S+)$/.exec(call.headers.authorization ?? "")?.[1];
    if (bearer !== undefined)
      return this.grants.isGood(bearer) ? { token: bearer, secret: app.clientSecret } : "expired token";
    const [key, token] = [params.get("key"), params.get("token")];
    if (key !== app.key) return "invalid key";
    if (typeof token !== "string" || this.tokens.get(token) !== key) return "invalid token";
    return { token, secret: app.secret };
  }
}

/** The older page: a token in the fragment of the return URL, or on the page itself. */
export function olderPage(call: Call, access: TrelloAccess, who: string, isDenied: boolean): Answer {
  const query = call.url.searchParams;
  exactly(query.keys(), {
    required: ["key", "scope", "expiration", "response_type"],
    optional: ["name", "return_url", "callback_method"],
  });
  const wrong =
    (query.get("key") !== app.key && "Invalid key") ||
    (query.get("scope") !== "read,write" && "Invalid scope") ||
    (!["1hour", "1day", "30days", "never"].includes(query.get("expiration") ?? "") && "Invalid expiration") ||
    (query.get("response_type") !== "token" && "Invalid response_type") ||
    (query.has("return_url") && query.get("callback_method") !== "fragment" && "Invalid callback_method");
  if (wrong !== false) return { status: 400, html: `<!doctype html><title>Error</title><p>${wrong}</p>` };
  if (call.method === "GET")
    return { status: 200, html: consentPage("trello", query.get("name") ?? "", who, `?${query}`) };
  const token = `ATTA${secret()}${secret()}`;
  const isAllowed = call.form?.get("answer") === "allow" && !isDenied;
  if (isAllowed) access.tokens.set(token, app.key);
  const back = query.get("return_url");
  if (back === null)
    return { status: 200, html: `<!doctype html><title>Token</title><pre>${isAllowed ? token : ""}</pre>` };
  return redirect(`${back}#${isAllowed ? `token=${token}` : "error=access_denied"}`);
}

const oauth = ["client_id", "scope", "redirect_uri", "state", "response_type"];

/** OAuth 2.0 with PKCE, as Atlassian runs it. */
export function authorizePage(call: Call, { grants }: TrelloAccess, who: string, isDenied: boolean): Answer {
  const query = call.url.searchParams;
  exactly(query.keys(), {
    required: [...oauth, "audience", "prompt", "code_challenge", "code_challenge_method"],
  });
  const get = (name: string) => query.get(name) ?? "";
  const wrong =
    (get("audience") !== "api.atlassian.com" && "audience") ||
    (get("client_id") !== app.clientId && "client_id") ||
    (get("scope") !== scopes && "scope") ||
    (get("response_type") !== "code" && "response_type") ||
    (get("code_challenge_method") !== "S256" && "code_challenge_method") ||
    (!/^[\w-]{43}$/.test(get("code_challenge")) && "code_challenge") ||
    (get("state").length < 16 && "state");
  if (wrong !== false) return { status: 400, html: `<!doctype html><title>Error</title><p>${wrong}</p>` };
  if (call.method === "GET")
    return { status: 200, html: consentPage("trello", "Sitewalk", who, `?${query}`) };
  const back = new URL(get("redirect_uri"));
  back.searchParams.set("state", get("state"));
  if (call.form?.get("answer") === "allow" && !isDenied) {
    const challenge = get("code_challenge");
    back.searchParams.set("code", grants.allow({ redirectUri: get("redirect_uri"), challenge }));
  } else back.searchParams.set("error", "access_denied");
  return redirect(back);
}

export function tokens({ json = {} }: Call, { grants }: TrelloAccess): Answer {
  const get = (name: string) => textOf(json[name]);
  const isCode = get("grant_type") === "authorization_code";
  exactly(
    Object.keys(json),
    {
      required: [
        "grant_type",
        "client_id",
        "client_secret",
        ...(isCode ? ["code", "redirect_uri", "code_verifier"] : ["refresh_token"]),
      ],
    },
    "field",
  );
  const refuse = (status: number, error: string) => ({
    status,
    json: { error, error_description: "Unknown or invalid refresh token or code." },
  });
  if (get("client_id") !== app.clientId || get("client_secret") !== app.clientSecret)
    return refuse(401, "access_denied");
  const isKnown = isCode
    ? grants.exchange(get("code"), get("redirect_uri"), get("code_verifier"))
    : get("grant_type") === "refresh_token" && grants.spend(get("refresh_token"));
  if (!isKnown) return refuse(403, "invalid_grant");
  const { access, refresh } = grants.give(hour);
  return {
    status: 200,
    json: {
      access_token: access,
      refresh_token: refresh,
      expires_in: hour,
      token_type: "Bearer",
      scope: scopes,
    },
  };
}
