import { z } from "zod";
import { NewPassword } from "./auth.ts";
import { Empty, Flag } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

/** `openid` is the provider configured in the settings; the others are known by name. In the order of the sign-in page. */
export const SocialProvider = z.enum(["google", "facebook", "twitter", "openid"]);
export type SocialProvider = z.output<typeof SocialProvider>;
export type NamedProvider = Exclude<SocialProvider, "openid">;

const Params = z.object({ provider: SocialProvider });
const Proof = z.object({ password: z.string().max(limits.password.max).optional() }).optional();
/** Redirect target for the browser: the provider's own page. It returns to `/auth/{provider}/callback`. */
const AuthUrl = z.object({ auth_url: z.string() });

export const socialApi = defineApi({
  "GET /api/auth/{provider}": endpoint({
    access: "public",
    summary: "Start a sign-in with an external account.",
    params: Params,
    query: z.object({ rememberMe: Flag.optional() }),
    response: AuthUrl,
    perMinute: 30,
  }),
  "GET /api/auth/{provider}/link": endpoint({
    access: "user",
    summary:
      "Start linking an external account shortly after signing in. Later, `POST` requires the password.",
    params: Params,
    response: AuthUrl,
    perMinute: 30,
  }),
  "POST /api/auth/{provider}/link": endpoint({
    access: "user",
    summary: "Start linking an external account, with the password if the account has one.",
    params: Params,
    body: Proof,
    response: AuthUrl,
    status: 200,
    perMinute: 30,
  }),
  "POST /api/auth/{provider}/unlink": endpoint({
    access: "user",
    whenOverdue: "open",
    summary: "Unlink an external account. Refused while it is the only way to sign in.",
    params: Params,
    body: Proof,
    response: Empty,
  }),
  "GET /api/social-accounts": endpoint({
    access: "user",
    summary: "List the caller's linked accounts and the providers available for linking.",
    response: z.object({
      items: z.array(
        z.object({
          provider: SocialProvider,
          /** Name or address at the provider, as of linking. */
          label: z.string(),
          linked_at: z.string(),
        }),
      ),
      available: z.array(SocialProvider),
    }),
  }),
  "POST /api/set-social-password": endpoint({
    access: "user",
    whenOverdue: "open",
    summary: "Set the first password of an account created by a social sign-in.",
    body: z
      .object({ password: NewPassword, password_confirmation: z.string() })
      .refine(({ password, password_confirmation }) => password === password_confirmation, {
        path: ["password_confirmation"],
        error: "auth.password_mismatch",
      }),
    response: Empty,
  }),
});
