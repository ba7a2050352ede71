import { z } from "zod";
import { readIntegrationEndpoints } from "../endpoints.ts";
import { createOutsideCall } from "../outside-call.ts";
import { OutsideFailure } from "../outside-failure.ts";
import type { ToolClientOptions } from "../tools/clients.ts";
import { type ToolClient, ToolFailure, type ToolGrant } from "../tools/tool-client.ts";
import { readAnswer, toolFailure } from "../tools/tool-trouble.ts";
import { isOlder, type TrelloCall } from "./trello-call.ts";

/** Cards, lists and comments belong to boards; the last scope adds a refresh token. */
const scope = "read:board:trello write:board:trello read:member:trello offline_access";

const Granted = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number(),
});

type SignIn = Pick<
  ToolClient,
  "canSignIn" | "tokenPage" | "needsKey" | "authorizeUrl" | "exchange" | "refresh" | "revoke" | "whoAmI"
>;

const Member = z.object({ id: z.string(), fullName: z.string().nullish(), username: z.string().default("") });

/**
 * Two flows: OAuth 2.0 of Atlassian where the site has a client there, otherwise the older page, which returns a token
 * for the site's key in the fragment of an address.
 */
export function createTrelloSignIn(options: ToolClientOptions, call: TrelloCall): SignIn {
  const { clock, app: appOf } = options;
  const { trello: endpoints } = readIntegrationEndpoints(options.endpoints);
  const outside = createOutsideCall({ service: "Trello", ...options });
  const app = () => appOf("trello");
  const hasClient = () => app().clientId !== "" && app().clientSecret !== "";

  function olderPage(more: Readonly<Record<string, string>>): string {
    const url = new URL(endpoints.authorize);
    const asked = { expiration: "never", scope: "read,write", response_type: "token", key: app().key };
    for (const [name, value] of Object.entries({ ...asked, ...more })) url.searchParams.set(name, value);
    return url.href;
  }

  /** Codes and refresh tokens are single-use: never retried. */
  async function grant(fields: Readonly<Record<string, string>>): Promise<ToolGrant> {
    const { clientId, clientSecret } = app();
    const answer = await outside({
      method: "POST",
      url: endpoints.oauth_token,
      json: { client_id: clientId, client_secret: clientSecret, ...fields },
      isRepeatable: false,
    }).catch((error: unknown) => {
      const isSpent = error instanceof OutsideFailure && [400, 401, 403].includes(error.status);
      throw toolFailure(error, clock, isSpent ? "reauth" : undefined);
    });
    const { access_token, refresh_token, expires_in } = readAnswer(Granted, answer.body);
    const expiresAt = new Date(clock.now().getTime() + expires_in * 1000);
    return { way: "sign_in", access: access_token, refresh: refresh_token, expiresAt };
  }

  return {
    canSignIn: () => hasClient() || app().key !== "",
    needsKey: () => app().key === "",
    tokenPage: () =>
      app().key === "" ? "https://trello.com/power-ups/admin" : olderPage({ name: "Sitewalk" }),
    authorizeUrl({ state, challenge, returnUrl, pageUrl }) {
      if (!hasClient())
        return olderPage({ name: "Sitewalk", return_url: pageUrl, callback_method: "fragment" });
      const url = new URL(endpoints.oauth_authorize);
      const asked = {
        audience: "api.atlassian.com",
        client_id: app().clientId,
        scope,
        redirect_uri: returnUrl,
        state,
        response_type: "code",
        prompt: "consent",
        code_challenge: challenge,
        code_challenge_method: "S256",
      };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      return url.href;
    },
    exchange: ({ code, verifier, returnUrl }) =>
      grant({ grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: returnUrl }),
    async refresh({ refresh }) {
      if (refresh === undefined) throw new ToolFailure("reauth", "nothing renews this token");
      return grant({ grant_type: "refresh_token", refresh_token: refresh });
    },
    async revoke(tokens) {
      // OAuth 2.0 has no published call for it.
      if (!isOlder(tokens)) return;
      await call(tokens, "DELETE", `/tokens/${encodeURIComponent(tokens.access)}/`).catch(
        (error: unknown) => {
          if (!(error instanceof ToolFailure) || error.kind === "passing") throw error;
        },
      );
    },
    async whoAmI(tokens) {
      const me = readAnswer(
        Member,
        await call(tokens, "GET", "/members/me", { query: { fields: "fullName,username" } }),
      );
      return { id: me.id, name: me.fullName || me.username };
    },
  };
}
