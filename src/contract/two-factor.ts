import { z } from "zod";
import { Empty, IdParams } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

const Code = z.string().trim().min(1).max(40);
const Password = z.string().max(limits.password.max);
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const twoFactorApi = defineApi({
  "GET /api/two-factor": endpoint({
    access: "user",
    summary: "Two-factor status of the caller's account.",
    response: z.object({
      enabled: z.boolean(),
      recovery_codes_left: z.number(),
      passkeys: z.number(),
    }),
  }),
  "POST /api/two-factor/setup": endpoint({
    access: "user",
    whenOverdue: "open",
    summary: "Create a secret for an authenticator app. It takes effect once confirmed.",
    body: z.object({ password: Password.optional() }),
    response: z.object({
      /** Base32, in groups of four, for typing. */
      secret: z.string(),
      /** `otpauth://totp/…`, for a QR code. */
      uri: z.string(),
    }),
  }),
  "POST /api/two-factor/confirm": endpoint({
    access: "user",
    whenOverdue: "open",
    summary: "Turn on two-factor sign-in with the first code. Returns the recovery codes, once only.",
    body: z.object({ code: Code }),
    response: RecoveryCodes,
    perMinute: 30,
  }),
  "POST /api/two-factor/disable": endpoint({
    access: "user",
    whenOverdue: "open",
    summary: "Turn off two-factor sign-in.",
    body: z.object({ password: Password.optional(), code: Code.optional() }),
    response: Empty,
    perMinute: 30,
  }),
  "POST /api/two-factor/recovery-codes": endpoint({
    access: "user",
    whenOverdue: "open",
    summary: "Create ten new recovery codes. The previous ones stop working.",
    body: z.object({ password: Password.optional(), code: Code.optional() }),
    response: RecoveryCodes,
    perMinute: 30,
  }),
  "DELETE /api/users/{id}/two-factor": endpoint({
    access: { can: "user.administer", by: "id" },
    summary: "Reset two-factor sign-in of a user who lost their second factor.",
    params: IdParams,
    response: Empty,
  }),
});
