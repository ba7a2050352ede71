import { z } from "zod";
import type { OutsideCall } from "../outside-call.ts";
import { OutsideFailure } from "../outside-failure.ts";
import { type AutodeskKeys, askedScopes, type Purpose, scopes } from "./keys.ts";

/** Times of a token are in seconds from now. */
export interface AutodeskTokens {
  readonly access: string;
  readonly expiresIn: number;
  /** Valid for one use: every refresh returns the next one. */
  readonly refresh: string;
}

export interface AutodeskAccount {
  readonly id: string;
  /** Name by which its owner knows the account; empty where none is returned. */
  readonly label: string;
}

const Tokens = z
  .object({ access_token: z.string().min(1), expires_in: z.number().positive(), refresh_token: z.string() })
  .transform(
    ({ access_token, expires_in, refresh_token }): AutodeskTokens => ({
      access: access_token,
      expiresIn: expires_in,
      refresh: refresh_token,
    }),
  );

const Account = z
  .object({
    sub: z.string(),
    name: z.string().nullish(),
    email: z.string().nullish(),
    preferred_username: z.string().nullish(),
  })
  .transform(({ sub, name, email, preferred_username }): AutodeskAccount => {
    const label = [email, name, preferred_username].find((text) => (text ?? "").trim() !== "") ?? "";
    return { id: sub.slice(0, 255), label: label.trim().slice(0, 255) };
  });

export interface AuthenticationOptions {
  readonly api: string;
  readonly profile: string;
  readonly call: OutsideCall;
}

/** OAuth 2.0 as in version 2 of its authentication API. Every call throws `OutsideFailure`. */
export function authentication({ api, profile, call }: AuthenticationOptions) {
  const base = `${api}/authentication/v2`;
  const token = async ({ id, secret }: AutodeskKeys, form: Readonly<Record<string, string>>) => {
    const { body } = await call({
      method: "POST",
      url: `${base}/token`,
      headers: { authorization: basic(id, secret) },
      form,
      // The connection's row is locked meanwhile.
      patience: 10_000,
    });
    return readAnswer(Tokens, body);
  };

  return {
    /** Returns the URL to send the browser to. `state` may hold letters, digits, comma, dot, underscore and hyphen only. */
    authorizationUrl(
      keys: Pick<AutodeskKeys, "id">,
      { state, challenge, redirectUri }: { state: string; challenge: string; redirectUri: string },
    ): string {
      const url = new URL(`${base}/authorize`);
      url.search = new URLSearchParams({
        response_type: "code",
        client_id: keys.id,
        redirect_uri: redirectUri,
        scope: askedScopes,
        state,
        code_challenge: challenge,
        code_challenge_method: "S256",
      }).toString();
      return url.href;
    },
    exchange: (
      keys: AutodeskKeys,
      { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
    ): Promise<AutodeskTokens> =>
      token(keys, {
        grant_type: "authorization_code",
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
      }),
    /** Uses up the refresh token, whatever the result. */
    refresh: (keys: AutodeskKeys, refresh: string, purpose: Purpose): Promise<AutodeskTokens> =>
      token(keys, { grant_type: "refresh_token", refresh_token: refresh, scope: scopes[purpose] }),
    /** Revokes the grant of the refresh token. */
    async revoke({ id, secret }: AutodeskKeys, refresh: string): Promise<void> {
      await call({
        method: "POST",
        url: `${base}/revoke`,
        headers: { authorization: basic(id, secret) },
        form: { token: refresh, token_type_hint: "refresh_token" },
        isRepeatable: true,
      });
    },
    async account(access: string): Promise<AutodeskAccount> {
      const { body } = await call({ method: "GET", url: profile, headers: bearer(access) });
      return readAnswer(Account, body);
    },
  };
}

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

export const bearer = (access: string) => ({ authorization: `Bearer ${access}` });

/** An answer that does not have the published shape is a fault of the service, not ours. */
export function readAnswer<T>(shape: z.ZodType<T>, body: unknown): T {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new OutsideFailure(`Autodesk: unexpected response format (${issue?.path.join(".")})`, {
    trouble: "broken",
  });
}

/**
 * Whether a refused refresh means that the user has to connect again. The text of refusals is not published: OAuth's
 * own form is understood as well as that of the older interfaces. Wrong keys of this site do not count.
 */
export function isGrantOver(error: unknown): boolean {
  if (!(error instanceof OutsideFailure) || (error.status !== 400 && error.status !== 401)) return false;
  if (error.code === "invalid_grant") return true;
  return error.code !== "invalid_client" && /refresh.?token/i.test(error.message);
}
