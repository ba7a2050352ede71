import { authorize } from "./authorize.ts";
import { clients } from "./clients.ts";
import { type Answer, type Call, exactly, NotInContract } from "./server.ts";
import type { State } from "./state.ts";

/** X's sign-in, below `/x`. */
export async function x(call: Call, state: State): Promise<Answer> {
  const { method, url } = call;
  switch (`${method} ${url.pathname}`) {
    case "GET /x/i/oauth2/authorize":
    case "POST /x/i/oauth2/authorize":
      return authorize(call, { provider: "twitter", scope: "tweet.read users.read users.email" }, state);
    case "POST /x/2/oauth2/token":
      return token(call, state);
    case "GET /x/2/users/me":
      return me(call, state);
    default:
      throw new NotInContract(`${method} ${url.pathname}`);
  }
}

/** A confidential client authenticates by Basic, with id and secret unencoded. */
function token({ form, authorization }: Call, state: State): Answer {
  if (state.knobs.isDown === "token") return { status: 503, json: { title: "Service Unavailable" } };
  exactly(form, {
    required: ["grant_type", "code", "redirect_uri", "code_verifier"],
    optional: ["client_id"],
  });
  const { id, secret } = clients.twitter;
  if (authorization !== `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`)
    return {
      status: 401,
      json: { error: "unauthorized_client", error_description: "Missing valid authorization header" },
    };
  const made = state.grants.exchange("twitter", {
    code: form.get("code") ?? "",
    redirectUri: form.get("redirect_uri") ?? "",
    verifier: form.get("code_verifier") ?? "",
  });
  if (typeof made === "string")
    return {
      status: 400,
      json: {
        error: "invalid_request",
        error_description: "Value passed for the authorization code was invalid.",
      },
    };
  return {
    status: 200,
    json: {
      token_type: "bearer",
      expires_in: 7200,
      access_token: made.token,
      scope: "users.email users.read tweet.read",
    },
  };
}

function me({ url, authorization }: Call, state: State): Answer {
  if (state.knobs.isDown === "account") return { status: 503, json: { title: "Service Unavailable" } };
  exactly(url.searchParams, { required: ["user.fields"] });
  if (url.searchParams.get("user.fields") !== "confirmed_email") throw new NotInContract("user.fields");
  const owner = state.grants.owner("twitter", authorization);
  if (owner === undefined) return { status: 401, json: { title: "Unauthorized", status: 401 } };
  const { sub, given_name, family_name, username, email } = owner.person;
  const name = `${given_name} ${family_name}`;
  return {
    status: 200,
    json: { data: { id: sub, name, username, ...(email !== null && { confirmed_email: email }) } },
  };
}
