import { z } from "zod";
import { readIntegrationEndpoints } from "../endpoints.ts";
import { createOutsideCall } from "../outside-call.ts";
import { OutsideFailure } from "../outside-failure.ts";
import type { ToolClientOptions } from "../tools/clients.ts";
import { type ToolClient, ToolFailure } from "../tools/tool-client.ts";
import { readAnswer, toolFailure } from "../tools/tool-trouble.ts";
import type { ClickupCall } from "./clickup-call.ts";

const User = z.object({
  user: z.object({
    id: z.union([z.number(), z.string()]),
    username: z.string().nullish(),
    email: z.string().nullish(),
  }),
});

type SignIn = Pick<
  ToolClient,
  "canSignIn" | "tokenPage" | "needsKey" | "authorizeUrl" | "exchange" | "refresh" | "revoke" | "whoAmI"
>;

/** ClickUp's OAuth 2.0: no scopes, no PKCE, and a token that does not expire; the user selects workspaces there. */
export function createClickupSignIn(options: ToolClientOptions, call: ClickupCall): SignIn {
  const { clock, app: appOf } = options;
  const { clickup: endpoints } = readIntegrationEndpoints(options.endpoints);
  const outside = createOutsideCall({ service: "ClickUp", ...options });
  const app = () => appOf("clickup");

  return {
    canSignIn: () => app().clientId !== "" && app().clientSecret !== "",
    needsKey: () => false,
    tokenPage: () => "https://app.clickup.com/settings/apps",
    authorizeUrl({ state, returnUrl }) {
      const url = new URL(endpoints.authorize);
      const asked = { client_id: app().clientId, redirect_uri: returnUrl, state };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      return url.href;
    },
    async exchange({ code }) {
      const { clientId, clientSecret } = app();
      const answer = await outside({
        method: "POST",
        url: `${endpoints.api}/oauth/token`,
        json: { client_id: clientId, client_secret: clientSecret, code },
        isRepeatable: false,
      }).catch((error: unknown) => {
        const isSpent = error instanceof OutsideFailure && [400, 401, 403].includes(error.status);
        throw toolFailure(error, clock, isSpent ? "reauth" : undefined);
      });
      const { access_token } = readAnswer(z.object({ access_token: z.string().min(1) }), answer.body);
      return { way: "sign_in", access: access_token, expiresAt: null };
    },
    refresh: () => Promise.reject(new ToolFailure("reauth", "nothing renews this token")),
    // ClickUp has no such call.
    revoke: () => Promise.resolve(),
    async whoAmI(tokens) {
      const { user } = readAnswer(User, await call(tokens, "GET", "/user"));
      return { id: String(user.id), name: user.username ?? user.email ?? String(user.id) };
    },
  };
}
