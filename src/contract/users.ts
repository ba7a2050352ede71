import { z } from "zod";
import { CurrentUser, NewPassword, Role, RoleInput } from "./auth.ts";
import { Can, Code, Empty, Flag, Id, IdParams, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { Language } from "./languages.ts";
import { limits } from "./limits.ts";
import { Email, Inactivity, profileInput, Username } from "./profile.ts";

const Password = z.string().max(limits.password.max);

/** `invited`: has not used the invitation yet; `unconfirmed`: has not confirmed the address yet. */
export const AccountState = z.enum(["active", "invited", "unconfirmed", "locked"]);
export type AccountState = z.output<typeof AccountState>;

export const UserRow = z.object({
  id: z.number(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  company: z.string(),
  role: Role,
  is_demo: z.boolean(),
  state: AccountState,
  "2fa_enabled": z.boolean(),
  created_at: z.string(),
  last_seen_at: z.string().nullable(),
});
export type UserRow = z.output<typeof UserRow>;

/** An account as visible to its owner and the super admin. */
export const UserRecord = z.object({
  ...CurrentUser.omit({ remind_2fa: true, can: true, notification_preferences: true }).shape,
  state: AccountState,
  created_at: z.string(),
  last_seen_at: z.string().nullable(),
  can: Can,
});
export type UserRecord = z.output<typeof UserRecord>;

/** Public data of a user: no address, no telephone. */
export const PublicProfile = z.object({
  code: z.string(),
  name: z.string(),
  company: z.string(),
  avatar: z.string().nullable(),
  cover_image: z.string().nullable(),
  member_since: z.string(),
  /** Public visits of this user. */
  tours: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      visit_date: z.string(),
      /** 1280x640. */
      cover: z.string().nullable(),
      /** The same, 640x320, for cards in lists. */
      cover_card: z.string().nullable(),
    }),
  ),
});

export type PublicProfile = z.output<typeof PublicProfile>;

export const ActivityEntry = z.object({
  id: z.number(),
  /** `subject.verb`, as in `visit.created` or `user.password_changed`. */
  action: z.string(),
  /** Object of the action, with its name at the time; null when it was the account itself. */
  subject: z.object({ kind: z.string(), id: z.number().nullable(), name: z.string() }).nullable(),
  /** Names of changed fields, if any. */
  changed: z.array(z.string()),
  address: z.string(),
  created_at: z.string(),
});
export type ActivityEntry = z.output<typeof ActivityEntry>;

const picture = { maxBytes: limits.portrait.bytes, tooLarge: "IMAGE_TOO_LARGE" } as const;

/** An account in the bin. */
export const BinnedUser = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  deleted_at: z.string(),
  /** Permanently deleted after this. */
  until: z.string(),
});
export type BinnedUser = z.output<typeof BinnedUser>;

export const userSorts = ["name", "created", "seen", "role"] as const;

export const usersApi = defineApi({
  "GET /api/users": endpoint({
    access: "super_admin",
    summary: "List accounts.",
    reads: "replica",
    query: z.object({
      ...PageQuery,
      role: RoleInput.optional(),
      state: AccountState.optional(),
      sort: z.enum(userSorts).default("name"),
    }),
    response: page(UserRow),
  }),
  "POST /api/users": endpoint({
    access: "super_admin",
    summary: "Create an account and email its owner an invitation, or set a password.",
    body: z.object({
      email: Email,
      username: Username.optional(),
      first_name: profileInput.first_name.default(""),
      last_name: profileInput.last_name.default(""),
      role: RoleInput.default("user"),
      language: Language.default("en"),
      /** For installations without email; if omitted, an invitation is sent. */
      password: NewPassword.optional(),
    }),
    response: z.object({
      user: UserRow,
      /** The invitation's address, to share by other means if email is not set up; null otherwise. */
      invitation_link: z.string().nullable(),
    }),
    status: 201,
  }),
  "GET /api/users/bin": endpoint({
    access: "super_admin",
    summary: "List accounts deleted in the last 30 days.",
    response: z.array(BinnedUser),
  }),
  "PUT /api/users/restore/{id}": endpoint({
    access: "super_admin",
    summary: "Restore an account from the bin. Projects transferred to a new owner stay with them.",
    params: IdParams,
    response: Empty,
  }),
  "DELETE /api/users/{id}": endpoint({
    access: { can: "user.administer", by: "id" },
    summary:
      "Move an account to the bin for 30 days. Its sessions end and it can no longer sign in. Its projects are transferred to `id_heir` (`HEIR_REQUIRED` if it owns projects and none is given); its invoices stay.",
    params: IdParams,
    query: z.object({ id_heir: Id.optional() }),
    response: Empty,
  }),
  "GET /api/users/code/{code}": endpoint({
    access: "public",
    closesWith: "app",
    summary: "The public profile of a user.",
    params: z.object({ code: Code }),
    response: PublicProfile,
  }),
  "GET /api/users/{id}": endpoint({
    access: { can: "user.view", by: "id" },
    summary: "One account.",
    params: IdParams,
    response: UserRecord,
  }),
  "PUT /api/users/{id}": endpoint({
    access: { can: "user.edit", by: "id" },
    whenOverdue: "open",
    summary: "Update an account. Role and lock can be changed by super admins only.",
    params: IdParams,
    body: z
      .object({
        username: Username,
        /** A new address requires the password, and is confirmed again if the settings require it. */
        email: Email,
        current_password: Password,
        ...profileInput,
        first_name: profileInput.first_name.min(1, { error: "users.first_name_required" }),
        language: Language,
        inactivity: Inactivity,
        role: RoleInput,
        locked: Flag,
        /** External tools, one by one; set by the super admin, like role and lock. */
        trello_enabled: Flag,
        monday_enabled: Flag,
        ms_project_enabled: Flag,
        clickup_enabled: Flag,
      })
      .partial(),
    response: UserRecord,
  }),
  "GET /api/users/{id}/profile": endpoint({
    access: { can: "user.view", by: "id" },
    summary: "An account with its recent activity, for the profile page.",
    params: IdParams,
    response: z.object({ user: UserRecord, activity: z.array(ActivityEntry) }),
  }),
  "GET /api/users/{id}/activity-logs": endpoint({
    access: { can: "user.view", by: "id" },
    summary: "The activity of a user, newest first.",
    reads: "replica",
    params: IdParams,
    query: z.object(PageQuery),
    response: page(ActivityEntry),
  }),
  "PUT /api/users/{id}/change-password": endpoint({
    access: { can: "user.change_password", by: "id" },
    whenOverdue: "open",
    summary:
      "Change a password, proved by the current one. A super admin sets another user's password with their own. Other sessions end.",
    params: IdParams,
    body: z.object({
      target_id_user: Id.optional(),
      current_password: Password,
      new_password: NewPassword,
    }),
    response: Empty,
    perMinute: 30,
  }),
  "POST /api/users/{id}/verify-password": endpoint({
    access: { can: "user.change_password", by: "id" },
    whenOverdue: "open",
    summary: "Verify the password of the account.",
    params: IdParams,
    body: z.object({ password: Password }),
    response: z.object({ valid: z.boolean() }),
    perMinute: 30,
  }),
  "POST /api/users/avatar": endpoint({
    access: "user",
    summary: "Replace the caller's profile picture.",
    upload: { file: { ...picture, accept: ["image/jpeg", "image/png", "image/webp"] } },
    response: z.object({ avatar: z.string() }),
  }),
  "DELETE /api/users/avatar/delete": endpoint({
    access: "user",
    summary: "Remove the caller's profile picture.",
    response: Empty,
  }),
  "POST /api/users/cover_image": endpoint({
    access: "user",
    summary: "Replace the cover image of the caller's public profile.",
    upload: { file: { ...picture, accept: ["image/jpeg", "image/png", "image/webp"] } },
    response: z.object({ cover_image: z.string() }),
  }),
  "DELETE /api/users/cover_image/delete": endpoint({
    access: "user",
    summary: "Remove the caller's cover image.",
    response: Empty,
  }),
});
