import { z } from "zod";
import { readIntegrationEndpoints } from "../endpoints.ts";
import { createOutsideCall } from "../outside-call.ts";
import { OutsideFailure } from "../outside-failure.ts";
import type { ToolClientOptions } from "../tools/clients.ts";
import { type ToolClient, ToolFailure, type ToolGrant } from "../tools/tool-client.ts";
import { readAnswer, toolFailure } from "../tools/tool-trouble.ts";
import type { MondayCall } from "./monday-call.ts";

const scope = [
  "me:read",
  "boards:read",
  "boards:write",
  "updates:read",
  "updates:write",
  "assets:read",
  "workspaces:read",
  "webhooks:read",
  "webhooks:write",
].join(" ");

const Granted = z.object({ access_token: z.string().min(1), refresh_token: z.string().min(1) });
const Me = z.object({ me: z.object({ id: z.coerce.string(), name: z.string() }) });

type SignIn = Pick<
  ToolClient,
  "canSignIn" | "tokenPage" | "needsKey" | "authorizeUrl" | "exchange" | "refresh" | "revoke" | "whoAmI"
>;

/**
 * monday.com's OAuth 2.1 (the app's version has the "New OAuth Flow" switched on); the older flow is not supported any
 * more.
 */
export function createMondaySignIn(options: ToolClientOptions, call: MondayCall): SignIn {
  const { clock, app: appOf } = options;
  const { monday: endpoints } = readIntegrationEndpoints(options.endpoints);
  const outside = createOutsideCall({ service: "monday.com", ...options });
  const us = () => ({ client_id: appOf("monday").clientId, client_secret: appOf("monday").clientSecret });

  /** Codes and refresh tokens are single-use: never retried. */
  async function grant(fields: Readonly<Record<string, string>>): Promise<ToolGrant> {
    const answer = await outside({
      method: "POST",
      url: endpoints.token,
      json: { ...us(), ...fields },
      isRepeatable: false,
    }).catch((error: unknown) => {
      const isSpent = error instanceof OutsideFailure && [400, 401, 403].includes(error.status);
      throw toolFailure(error, clock, isSpent ? "reauth" : undefined);
    });
    const { access_token, refresh_token } = readAnswer(Granted, answer.body);
    return {
      way: "sign_in",
      access: access_token,
      refresh: refresh_token,
      expiresAt: endOf(access_token) ?? new Date(clock.now().getTime() + unreadable),
    };
  }

  return {
    canSignIn: () => us().client_id !== "" && us().client_secret !== "",
    needsKey: () => false,
    tokenPage: () => "https://developer.monday.com/api-reference/docs/authentication",
    authorizeUrl({ state, challenge, returnUrl }) {
      const url = new URL(endpoints.authorize);
      const asked = {
        client_id: us().client_id,
        redirect_uri: returnUrl,
        response_type: "code",
        scope,
        state,
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
    async revoke({ way, access, refresh }) {
      // A personal token is revoked by its owner, at monday.com.
      if (way === "token") return;
      const tokens = [
        { token: access, token_type_hint: "access_token" },
        ...(refresh === undefined ? [] : [{ token: refresh, token_type_hint: "refresh_token" }]),
      ];
      for (const token of tokens)
        await outside({
          method: "POST",
          url: endpoints.revoke,
          json: { ...us(), ...token },
          isRepeatable: true,
        }).catch((error: unknown) => {
          if (!(error instanceof OutsideFailure) || error.status === 0 || error.status >= 500)
            throw toolFailure(error, clock);
        });
    },
    async whoAmI(tokens) {
      return readAnswer(Me, await call(tokens, "query { me { id name } }")).me;
    },
  };
}

/** Milliseconds after which a token without a readable expiry is renewed. */
const unreadable = 30 * 60_000;

/** Expiry of a token. The token is not verified: this only decides when to renew. */
export function endOf(token: string): Date | null {
  try {
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as unknown;
    const { exp } = z.object({ exp: z.number() }).parse(claims);
    return new Date(exp * 1000);
  } catch {
    return null;
  }
}
