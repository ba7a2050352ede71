import { createHmac } from "node:crypto";
import { authorize } from "./authorize.ts";
import { clients } from "./clients.ts";
import { type Answer, type Call, exactly, NotInContract } from "./server.ts";
import type { State } from "./state.ts";

const known = ["id", "name", "first_name", "last_name", "email"] as const;

/** Facebook's sign-in, below `/facebook/v{N}`. */
export async function facebook(call: Call, state: State): Promise<Answer> {
  const { method, url } = call;
  const path = /^\/facebook\/v\d+\.\d(\/.*)$/.exec(url.pathname)?.[1] ?? "";
  switch (`${method} ${path}`) {
    case "GET /dialog/oauth":
    case "POST /dialog/oauth":
      return authorize(call, { provider: "facebook", scope: "public_profile,email" }, state);
    case "POST /oauth/access_token":
      return token(call, state);
    case "GET /me":
      return me(call, state);
    default:
      throw new NotInContract(`${method} ${url.pathname}`);
  }
}

const fault = (status: number, message: string, code: number): Answer => ({
  status,
  json: { error: { message, type: "OAuthException", code, fbtrace_id: "trace" } },
});

function token({ form }: Call, state: State): Answer {
  if (state.knobs.isDown === "token") return { status: 500, html: "" };
  exactly(form, {
    required: ["code", "redirect_uri", "code_verifier", "client_id", "client_secret"],
    optional: ["grant_type"],
  });
  const { id, secret } = clients.facebook;
  if (form.get("client_id") !== id || form.get("client_secret") !== secret)
    return fault(400, "Error validating client secret.", 1);
  const made = state.grants.exchange("facebook", {
    code: form.get("code") ?? "",
    redirectUri: form.get("redirect_uri") ?? "",
    verifier: form.get("code_verifier") ?? "",
  });
  if (typeof made === "string") return fault(400, "This authorization code has been used.", 100);
  return { status: 200, json: { access_token: made.token, token_type: "bearer", expires_in: 5_183_944 } };
}

/** The application requires proof of its secret with every token, as its settings at Facebook allow. */
function me({ url, authorization }: Call, state: State): Answer {
  if (state.knobs.isDown === "account") return fault(500, "An unknown error has occurred.", 1);
  exactly(url.searchParams, { required: ["fields", "appsecret_proof"] });
  const owner = state.grants.owner("facebook", authorization);
  if (owner === undefined) return fault(400, "Invalid OAuth access token.", 190);
  const proof = createHmac("sha256", clients.facebook.secret).update(owner.token).digest("hex");
  if (url.searchParams.get("appsecret_proof") !== proof)
    return fault(400, "Invalid appsecret_proof provided in the API argument", 100);
  const fields = (url.searchParams.get("fields") ?? "").split(",");
  if (fields.some((field) => !known.includes(field as (typeof known)[number])))
    throw new NotInContract(`fields ${fields.join(",")}`);
  const { sub, given_name, family_name, email } = owner.person;
  const all: Record<string, string> = {
    id: sub,
    name: `${given_name} ${family_name}`,
    first_name: given_name,
    last_name: family_name,
    // Absent where it was not granted or does not exist.
    ...(email !== null && { email }),
  };
  const told = Object.entries(all).filter(([name]) => name === "id" || fields.includes(name));
  return { status: 200, json: Object.fromEntries(told) };
}
