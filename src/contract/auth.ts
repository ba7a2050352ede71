import { z } from "zod";
import { Empty } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { NotificationPreferences } from "./notifications.ts";
import { PlanInfo } from "./plans.ts";
import { Inactivity } from "./profile.ts";

export const Role = z.enum(["user", "administrator", "super_admin"]);
export type Role = z.output<typeof Role>;

/** Accepts both spellings in use, in any case, for the administrator; the canonical one is `administrator`. */
export const administratorSpellings = /^admini(?:n)?strator$/i;

/** A role as sent by callers. */
export const RoleInput = z.union([
  Role,
  z
    .string()
    .trim()
    .regex(administratorSpellings)
    .transform((): Role => "administrator"),
]);

/** The signed-in user, with the data that screens need. */
export const CurrentUser = z.object({
  id: z.number(),
  /** Opens the public page `/user/{code}`. */
  code: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** Addresses of pictures; null while there is none. */
  avatar: z.string().nullable(),
  cover_image: z.string().nullable(),
  company: z.string(),
  tax_id: z.string(),
  street: z.string(),
  city: z.string(),
  postal_code: z.string(),
  province: z.string(),
  country: z.string(),
  tel: z.string(),
  language: z.enum(["en", "ar"]),
  role: Role,
  super_admin: z.boolean(),
  is_demo: z.boolean(),
  "2fa_enabled": z.boolean(),
  /** A connection to design software is set up. */
  adsk_auth: z.boolean(),
  /** External tools that are not disabled for this account; `can` says whether they can be used. */
  trello_enabled: z.boolean(),
  monday_enabled: z.boolean(),
  ms_project_enabled: z.boolean(),
  clickup_enabled: z.boolean(),
  /** False for an account created by a social provider that has no password yet. */
  has_password: z.boolean(),
  inactivity: Inactivity,
  notification_preferences: NotificationPreferences,
  /** Mandatory profile fields that are still empty: the screens request them before anything else. */
  missing_fields: z.array(z.string()),
  /** Whether to suggest a second factor, once per visit. */
  remind_2fa: z.boolean(),
  /** Counts of the items that this user created. */
  user_stats: z.object({
    count_projects: z.number(),
    count_virtual_tours: z.number(),
    count_video_uploads: z.number(),
    /** Created in this calendar month (UTC), including those deleted since. */
    count_projects_month: z.number(),
    count_virtual_tours_month: z.number(),
    count_video_uploads_month: z.number(),
  }),
  plan_info: PlanInfo,
  /** Data for the banner of unpaid invoices: the last day to pay, and whether it has passed. Null while all are paid. */
  unpaid: z.object({ paymentDeadline: z.string(), isReadOnly: z.boolean() }).nullable(),
  /** Permitted actions and screens of this user: menus and screens are built from it. */
  can: z.object({
    create_project: z.boolean(),
    create_visit: z.boolean(),
    create_video: z.boolean(),
    create_camera: z.boolean(),
    create_channel: z.boolean(),
    administer: z.boolean(),
    /** Enabled for the installation, for the account, and in its plan. */
    autodesk: z.boolean(),
    trello: z.boolean(),
    monday: z.boolean(),
    ms_project: z.boolean(),
    clickup: z.boolean(),
    api: z.boolean(),
  }),
});
export type CurrentUser = z.output<typeof CurrentUser>;

const Name = z.string().trim().min(1).max(254);
const Password = z.string().min(1).max(limits.password.max);

/** A new password. The server also rejects common ones with `PASSWORD_COMMON`. */
export const NewPassword = z
  .string({ error: "auth.password_required" })
  .min(limits.password.min, { error: "auth.password_short" })
  .max(limits.password.max, { error: "auth.password_long" });

/** The solved puzzle of `GET /api/captcha`, as returned by the solver. */
export const Captcha = z.string().max(10_000).optional();

/**
 * A puzzle for the client's device, in the format of altcha's solver version 3. Exactly these parameters are signed.
 * `data.expires`: seconds since 1970.
 */
export const Puzzle = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  }),
  signature: z.string(),
});
export type Puzzle = z.output<typeof Puzzle>;

/** Both documented shapes of the sign-in body; the name is a user name or an email address. */
const LoginBody = z
  .object({
    username_l: Name.optional(),
    password_l: Password.optional(),
    username: Name.optional(),
    password: Password.optional(),
    rememberMe: z.boolean().optional(),
    captcha: Captcha,
  })
  .transform((body, context) => {
    const name = body.username_l ?? body.username;
    const password = body.password_l ?? body.password;
    if (name === undefined)
      context.addIssue({ code: "custom", path: ["username_l"], message: "auth.name_required" });
    if (password === undefined)
      context.addIssue({ code: "custom", path: ["password_l"], message: "auth.password_required" });
    return {
      name: name ?? "",
      password: password ?? "",
      rememberMe: body.rememberMe ?? false,
      captcha: body.captcha,
    };
  });

/** A session has started, with its user. */
const Entered = z.object({ requires_2fa: z.literal(false), user: CurrentUser });

/** Result of a sign-in: a session with its user, or the request for the second factor with neither. */
export const SignedIn = z.discriminatedUnion("requires_2fa", [
  Entered,
  z.object({
    requires_2fa: z.literal(true),
    user: z.null(),
    /** Second factors available to this user. */
    methods: z.object({ code: z.boolean(), passkey: z.boolean() }),
  }),
]);
export type SignedIn = z.output<typeof SignedIn>;
export type Entered = z.output<typeof Entered>;

export const authApi = defineApi({
  "POST /api/login": endpoint({
    access: "public",
    summary: "Sign in with a username or email address and a password.",
    body: LoginBody,
    response: SignedIn,
    openToDemo: true,
    perMinute: 30,
  }),
  "POST /api/verify-2fa": endpoint({
    access: "public",
    summary: "Complete a sign-in with an authenticator code or a recovery code.",
    body: z.object({ code: z.string().trim().min(1).max(40) }),
    response: SignedIn,
    openToDemo: true,
    perMinute: 30,
  }),
  "GET /api/verify-2fa": endpoint({
    access: "public",
    summary:
      "Whether this browser has a sign-in waiting for its second factor, and by which methods it can be completed.",
    response: z.object({
      pending: z.boolean(),
      methods: z.object({ code: z.boolean(), passkey: z.boolean() }),
    }),
  }),
  "GET /api/captcha": endpoint({
    access: "public",
    summary: "A proof-of-work challenge, solved by the device in place of a captcha.",
    response: Puzzle,
    perMinute: 60,
  }),
  "POST /api/demo-login": endpoint({
    access: "public",
    summary: "Sign in to the read-only demo account, if the server offers one.",
    body: Empty.optional(),
    response: Entered,
    openToDemo: true,
    perMinute: 30,
  }),
  "POST /api/logout": endpoint({
    access: "public",
    summary: "Sign out: end this session. Succeeds without a session, too.",
    body: Empty.optional(),
    response: Empty,
    openToDemo: true,
  }),
  "GET /api/user": endpoint({
    access: "user",
    summary: "The signed-in user.",
    response: CurrentUser,
    perMinute: 600,
  }),
  "GET /api/csrf-token": endpoint({
    access: "public",
    summary: "A new anti-forgery token for this browser.",
    response: z.object({ token: z.string() }),
  }),
  "GET /api/setup": endpoint({
    access: "public",
    summary: "Whether this server still needs its first super admin.",
    response: z.object({ needed: z.boolean() }),
  }),
  "POST /api/setup": endpoint({
    access: "public",
    summary: "Create the first super admin with the one-time link that the server printed.",
    body: z.object({
      token: z.string().min(10).max(200),
      email: z.email({ error: "auth.email_invalid" }).max(254),
      password: NewPassword,
      first_name: z.string().trim().max(limits.name).default(""),
      last_name: z.string().trim().max(limits.name).default(""),
    }),
    response: Entered,
    status: 201,
    perMinute: 20,
  }),
});
