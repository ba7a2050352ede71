import { z } from "zod";
import { Captcha, NewPassword } from "./auth.ts";
import { Empty } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";

const Token = z.string().trim().min(10).max(200);

export const recoveryApi = defineApi({
  "POST /api/password/email": endpoint({
    access: "public",
    summary: "Email a link to reset the password. The response does not reveal whether the account exists.",
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
    summary: "Check whether a recovery link is still valid.",
    query: z.object({ token: Token }),
    response: z.object({ valid: z.boolean() }),
    perMinute: 30,
  }),
  "POST /api/password/reset": endpoint({
    access: "public",
    summary: "Set a new password with a recovery token, once. Ends all sessions of the account.",
    body: z.object({ token: Token, password: NewPassword }),
    response: Empty,
    openToDemo: true,
    perMinute: 20,
  }),
});
