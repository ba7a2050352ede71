import { clients, isRedirectRegistered, type ProviderName } from "./clients.ts";
import type { Grants } from "./grants.ts";
import type { Knobs } from "./knobs.ts";
import type { Person } from "./people.ts";
import { type Answer, type Call, exactly, redirect } from "./server.ts";

export interface AuthorizeRules {
  readonly provider: ProviderName;
  /** The required scope, or a check of it. */
  readonly scope: string | ((scope: string) => boolean);
  /** Adds its issuer to the redirect (RFC 9207). */
  readonly issuer?: string;
  /** Parameters besides those of OAuth and PKCE. */
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
}

const oauth = [
  "client_id",
  "redirect_uri",
  "response_type",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
];

/** The page the browser is redirected to. A wrong client or redirect URI is shown to the user, never redirected. */
export function authorize(
  { url, method, form }: Call,
  rules: AuthorizeRules,
  { grants, knobs, person }: { grants: Grants; knobs: Knobs; person: Person },
): Answer {
  const query = url.searchParams;
  exactly(query, { required: [...oauth, ...(rules.required ?? [])], optional: rules.optional ?? [] });
  const { provider } = rules;
  const get = (name: string) => query.get(name) ?? "";
  const wrong =
    (get("client_id") !== clients[provider].id && "client_id") ||
    (!isRedirectRegistered(provider, get("redirect_uri")) && "redirect_uri") ||
    (get("response_type") !== "code" && "response_type") ||
    (!isScope(rules.scope, get("scope")) && "scope") ||
    (get("code_challenge_method") !== "S256" && "code_challenge_method") ||
    (!/^[\w-]{43}$/.test(get("code_challenge")) && "code_challenge") ||
    (get("state").length < 16 && "state");
  if (wrong !== false) return { status: 400, html: `<!doctype html><title>Error</title><p>${wrong}</p>` };

  if (method === "GET" && knobs.consent === "ask") return { status: 200, html: page(provider, url, person) };
  const back = new URL(get("redirect_uri"));
  if (rules.issuer !== undefined)
    back.searchParams.set("iss", knobs.isIssuerWrong ? "https://evil.example" : rules.issuer);
  const isAllowed = method === "POST" ? form.get("answer") === "allow" : !knobs.isDenied;
  if (isAllowed) {
    const code = grants.allow({
      provider,
      clientId: get("client_id"),
      redirectUri: get("redirect_uri"),
      challenge: get("code_challenge"),
      nonce: get("nonce"),
      scope: get("scope"),
      person,
    });
    back.searchParams.set("code", code);
  } else {
    back.searchParams.set("error", knobs.refusal);
    if (provider === "facebook") back.searchParams.set("error_reason", "user_denied");
  }
  back.searchParams.set("state", knobs.isStateWrong ? "somebody-elses-state" : get("state"));
  // Facebook leaves this in the address bar.
  if (provider === "facebook") back.hash = "_=_";
  return redirect(back);
}

const isScope = (wanted: AuthorizeRules["scope"], scope: string) =>
  typeof wanted === "string" ? scope === wanted : wanted(scope);

const names: Readonly<Record<ProviderName, string>> = {
  google: "Google",
  facebook: "Facebook",
  twitter: "X",
  openid: "Site Office",
};

function page(provider: ProviderName, { search, pathname }: URL, { given_name, email }: Person): string {
  const action = `${pathname}${search}`.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const [name, who] = [names[provider], `${given_name} ${email ?? ""}`.trim()];
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Sign in with ${name}</title>
<body style="font:16px system-ui;max-width:24rem;margin:15vh auto;padding:0 1rem">
<h1>Sign in with ${name}</h1><p>Sitewalk wants to know who you are.</p>
<form method="post" action="${action}">
<button name="answer" value="allow">Continue as ${who}</button>
<button name="answer" value="deny">Cancel</button>
</form></body></html>`;
}
