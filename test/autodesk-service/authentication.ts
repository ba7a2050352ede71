import { type Answer, type Call, exactly, NotInContract } from "./answer.ts";
import type { Service } from "./state.ts";

export const application = { id: "sitewalk-client", secret: "sitewalk-secret-of-autodesk" } as const;
const knownScopes = ["data:read", "data:write", "viewables:read", "account:read"];

/** `/authentication/v2/…` */
export function authenticate(call: Call, service: Service): Answer {
  switch (`${call.method} ${call.path.slice(2).join("/")}`) {
    case "GET authorize":
    case "POST authorize":
      return authorize(call, service);
    case "POST token":
      return token(call, service);
    case "POST revoke":
      return revoke(call, service);
    default:
      throw new NotInContract(`${call.method} ${call.url.pathname}`);
  }
}

/** A wrong client or redirect URI is shown to the user, never redirected. */
function authorize({ url, method, form }: Call, { knobs, tokens }: Service): Answer {
  const query = url.searchParams;
  exactly(query, {
    required: [
      "response_type",
      "client_id",
      "redirect_uri",
      "scope",
      "state",
      "code_challenge",
      "code_challenge_method",
    ],
    optional: ["nonce", "prompt"],
  });
  const get = (name: string) => query.get(name) ?? "";
  const wrong =
    (get("client_id") !== application.id && "client_id") ||
    (!isRegistered(get("redirect_uri")) && "redirect_uri") ||
    (get("response_type") !== "code" && "response_type") ||
    (get("code_challenge_method") !== "S256" && "code_challenge_method") ||
    (!/^[\w-]{43}$/.test(get("code_challenge")) && "code_challenge") ||
    // Letters, digits, comma, dot, underscore, hyphen: Autodesk refuses anything else.
    (!/^[A-Za-z0-9,._-]{16,}$/.test(get("state")) && "state") ||
    (get("scope")
      .split(" ")
      .some((scope) => !knownScopes.includes(scope)) &&
      "scope");
  if (wrong !== false) return { status: 400, text: `<!doctype html><title>Error</title><p>${wrong}</p>` };
  if (method === "GET" && knobs.consent === "ask") return { status: 200, text: consent(url) };
  const back = new URL(get("redirect_uri"));
  const isAllowed = method === "POST" ? form.get("answer") === "allow" : !knobs.isDenied;
  if (isAllowed)
    back.searchParams.set(
      "code",
      tokens.allow({
        redirectUri: get("redirect_uri"),
        challenge: get("code_challenge"),
        scopes: get("scope").split(" "),
      }),
    );
  else {
    back.searchParams.set("error", "access_denied");
    back.searchParams.set("error_description", "The resource owner denied the request");
  }
  back.searchParams.set("state", knobs.isStateWrong ? "somebody-elses-state" : get("state"));
  return { status: 302, headers: { location: back.href } };
}

/** Registered as in the service's console: one path of ours on this machine, whatever the port. */
function isRegistered(uri: string): boolean {
  const url = URL.parse(uri);
  return (
    url !== null &&
    ["localhost", "127.0.0.1"].includes(url.hostname) &&
    url.pathname === "/api/autodesk/callback" &&
    `${url.search}${url.hash}` === ""
  );
}

function isApplication({ headers }: Call): boolean {
  const right = Buffer.from(`${application.id}:${application.secret}`).toString("base64");
  return headers.authorization === `Basic ${right}`;
}

function token(call: Call, { knobs, tokens }: Service): Answer {
  const { form } = call;
  const refusal = (error: string, error_description: string): Answer => ({
    status: error === "invalid_client" ? 401 : 400,
    json:
      knobs.errors === "oauth"
        ? { error, error_description }
        : { developerMessage: error_description, errorCode: "AUTH-004", "more info": "https://example.org" },
  });
  if (!isApplication(call)) return refusal("invalid_client", "The client is not known.");
  const grant = form.get("grant_type");
  if (grant === "authorization_code") {
    exactly(form, { required: ["grant_type", "code", "redirect_uri", "code_verifier"] });
    const made = tokens.exchange(
      form.get("code") ?? "",
      form.get("code_verifier") ?? "",
      form.get("redirect_uri") ?? "",
    );
    return made === null ? refusal("invalid_grant", "The code is not good.") : { status: 200, json: made };
  }
  if (grant === "refresh_token") {
    exactly(form, { required: ["grant_type", "refresh_token"], optional: ["scope"] });
    const scopes = (form.get("scope") ?? "").split(" ").filter(Boolean);
    const made = tokens.renew(form.get("refresh_token") ?? "", scopes);
    return made === null
      ? refusal("invalid_grant", "The refresh token was used or has expired.")
      : { status: 200, json: made };
  }
  return refusal("unsupported_grant_type", "The grant type is not supported.");
}

function revoke(call: Call, { tokens }: Service): Answer {
  exactly(call.form, { required: ["token", "token_type_hint"] });
  if (!isApplication(call)) return { status: 401, json: { error: "invalid_client" } };
  if (!["access_token", "refresh_token"].includes(call.form.get("token_type_hint") ?? ""))
    throw new NotInContract("token_type_hint");
  tokens.revoke(call.form.get("token") ?? "");
  return { status: 200, text: "" };
}

function consent({ pathname, search }: URL): string {
  const action = `${pathname}${search}`.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Authorize application</title>
<body style="font:16px system-ui;max-width:24rem;margin:15vh auto;padding:0 1rem">
<h1>Authorize application</h1><p>Sitewalk would like to view your data and your viewable data.</p>
<form method="post" action="${action}">
<button name="answer" value="allow">Allow</button>
<button name="answer" value="deny">Deny</button>
</form></body></html>`;
}
