import { z } from "zod";
import { Captcha, NewPassword, SignedIn } from "./auth.ts";
import { Empty } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { Language } from "./languages.ts";
import { Email, profileInput, Username } from "./profile.ts";

const Token = z.string().trim().min(10).max(200);

/**
 * Confirms the address of an already active account from a browser other than its owner's: this starts no session,
 * since the link may have gone to a mistyped address.
 */
const Confirmed = z.object({ requires_2fa: z.literal(false), user: z.null() });
export type Confirmed = z.output<typeof Confirmed>;

export const registrationApi = defineApi({
  "POST /api/register": endpoint({
    access: "public",
    closesWith: "app",
    summary: "Register an account, if the settings allow it.",
    body: z.object({
      username: Username,
      email: Email,
      password: NewPassword,
      first_name: profileInput.first_name.default(""),
      last_name: profileInput.last_name.default(""),
      company: profileInput.company.default(""),
      tax_id: profileInput.tax_id.default(""),
      street: profileInput.street.default(""),
      city: profileInput.city.default(""),
      postal_code: profileInput.postal_code.default(""),
      province: profileInput.province.default(""),
      country: profileInput.country.default(""),
      tel: profileInput.tel.default(""),
      language: Language.default("en"),
      captcha: Captcha,
      /** Consent to terms and privacy policy, if the settings have any. */
      consent: z.boolean().default(false),
    }),
    response: z.discriminatedUnion("activation", [
      z.object({ activation: z.literal("mailed"), email: z.string() }),
      z.object({ activation: z.literal("none"), signed_in: SignedIn }),
    ]),
    status: 201,
    openToDemo: true,
    perMinute: 20,
  }),
  "GET /api/check-invitation-token": endpoint({
    access: "public",
    closesWith: "app",
    summary: "Check an activation or invitation token.",
    query: z.object({ token: Token }),
    response: z.object({
      /** `activation` confirms an address; `invitation` asks for a user name and a password. */
      kind: z.enum(["activation", "invitation"]),
      email: z.string(),
      /** A suggested user name; it may be changed with an invitation. */
      username: z.string(),
    }),
    perMinute: 30,
  }),
  "POST /api/activate-account": endpoint({
    access: "public",
    closesWith: "app",
    summary: "Use an activation or invitation token, once. An invitation requires a username and a password.",
    body: z.object({
      token: Token,
      username: Username.optional(),
      password: NewPassword.optional(),
      first_name: profileInput.first_name.default(""),
      last_name: profileInput.last_name.default(""),
      language: Language.optional(),
    }),
    response: z.union([SignedIn, Confirmed]),
    openToDemo: true,
    perMinute: 20,
  }),
  "POST /api/activation/resend": endpoint({
    access: "public",
    closesWith: "app",
    summary: "Resend the activation email. The response is the same whether the account exists or not.",
    body: z.object({ username_f: z.string().trim().min(1, { error: "auth.name_required" }).max(254) }),
    response: Empty,
    openToDemo: true,
    perMinute: 10,
  }),
});
