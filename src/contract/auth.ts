import { z } from "zod";
import { Empty } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

export const Role = z.enum(["user", "administrator", "super_admin"]);
export type Role = z.output<typeof Role>;

/** The signed-in person as the screens need him. */
export const CurrentUser = z.object({
  id: z.number(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  language: z.enum(["en", "ar"]),
  role: Role,
  super_admin: z.boolean(),
  is_demo: z.boolean(),
  "2fa_enabled": z.boolean(),
  /** What this person may start: the create menu is built from it. */
  can: z.object({ create_project: z.boolean() }),
});
export type CurrentUser = z.output<typeof CurrentUser>;

const Name = z.string().trim().min(1).max(254);
const Password = z.string().min(1).max(limits.password.max);

/** Both documented shapes of the sign-in body; a user name or an e-mail address serves as the name. */
const LoginBody = z
  .object({
    username_l: Name.optional(),
    password_l: Password.optional(),
    username: Name.optional(),
    password: Password.optional(),
    rememberMe: z.boolean().optional(),
  })
  .transform((body, context) => {
    const name = body.username_l ?? body.username;
    const password = body.password_l ?? body.password;
    if (name === undefined)
      context.addIssue({ code: "custom", path: ["username_l"], message: "auth.name_required" });
    if (password === undefined)
      context.addIssue({ code: "custom", path: ["password_l"], message: "auth.password_required" });
    return { name: name ?? "", password: password ?? "", rememberMe: body.rememberMe ?? false };
  });

const SignedIn = z.object({ user: CurrentUser, requires_2fa: z.boolean() });

export const authApi = defineApi({
  "POST /api/login": endpoint({
    access: "public",
    summary: "Sign in with a user name or e-mail address and a password.",
    body: LoginBody,
    response: SignedIn,
    openToDemo: true,
    perMinute: 30,
  }),
  "POST /api/demo-login": endpoint({
    access: "public",
    summary: "Sign in to the read-only demo account, when the server offers one.",
    body: Empty.optional(),
    response: SignedIn,
    openToDemo: true,
    perMinute: 30,
  }),
  "POST /api/logout": endpoint({
    access: "public",
    summary: "End this session. Succeeds without one, too.",
    body: Empty.optional(),
    response: Empty,
    openToDemo: true,
  }),
  "GET /api/user": endpoint({
    access: "user",
    summary: "The signed-in person.",
    response: CurrentUser,
    perMinute: 600,
  }),
  "GET /api/csrf-token": endpoint({
    access: "public",
    summary: "A fresh anti-forgery token for this browser.",
    response: z.object({ token: z.string() }),
  }),
  "GET /api/setup": endpoint({
    access: "public",
    summary: "Whether this server still waits for its first super admin.",
    response: z.object({ needed: z.boolean() }),
  }),
  "POST /api/setup": endpoint({
    access: "public",
    summary: "Create the first super admin with the one-time link that the server printed.",
    body: z.object({
      token: z.string().min(10).max(200),
      email: z.email({ error: "auth.email_invalid" }).max(254),
      password: z
        .string()
        .min(limits.password.min, { error: "auth.password_short" })
        .max(limits.password.max),
      first_name: z.string().trim().max(limits.name).default(""),
      last_name: z.string().trim().max(limits.name).default(""),
    }),
    response: SignedIn,
    status: 201,
    perMinute: 20,
  }),
});
