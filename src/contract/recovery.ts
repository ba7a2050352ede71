import { z } from "zod";
import { Captcha, NewPassword } from "./auth.ts";
import { Empty } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";

const Token = z.string().trim().min(10).max(200);

export const recoveryApi = defineApi({
  "POST /api/password/email": endpoint({
    access: "public",
    summary: "Mail a link that sets a new password. The answer tells nothing about the account.",
    body: z.object({
      username_f: z.string().trim().min(1, { error: "auth.name_required" }).max(254),
      captcha: Captcha,
    }),
    response: Empty,
    openToDemo: true,
    perMinute: 10,
  }),
  "GET /api/password/reset": endpoint({
    access: "public",
    summary: "Whether a recovery link still works.",
    query: z.object({ token: Token }),
    response: z.object({ valid: z.boolean() }),
    perMinute: 30,
  }),
  "POST /api/password/reset": endpoint({
    access: "public",
    summary: "Set a new password with the token of a recovery mail, once. Ends every session of the account.",
    body: z.object({ token: Token, password: NewPassword }),
    response: Empty,
    openToDemo: true,
    perMinute: 20,
  }),
});
