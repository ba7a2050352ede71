import { z } from "zod";
import { Empty, Flag, Id, IdParams, Instant, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";

const device = {
  /** `phone`, `tablet`, `desktop`, or `other` for programs. */
  device: z.enum(["phone", "tablet", "desktop", "other"]),
  /** Name of the browser and of the system, as far as known; empty otherwise. */
  browser: z.string(),
  system: z.string(),
};

export const SessionInfo = z.object({
  id: z.number(),
  ...device,
  address: z.string(),
  /** The session of this request. */
  current: z.boolean(),
  remembered: z.boolean(),
  created_at: z.string(),
  last_seen_at: z.string(),
  expires_at: z.string(),
});
export type SessionInfo = z.output<typeof SessionInfo>;

const Device = z.object({
  ...device,
  address: z.string(),
  current: z.boolean(),
  /** Open sessions on it; 0 for a device used before. */
  sessions: z.number(),
  first_seen_at: z.string(),
  last_seen_at: z.string(),
});

export const alertKinds = [
  "new_device",
  "failed_sign_ins",
  "password_changed",
  "email_changed",
  "two_factor_on",
  "two_factor_off",
  "two_factor_reset",
  "recovery_code_used",
  "passkey_added",
  "passkey_removed",
  "social_linked",
  "social_unlinked",
  "session_forced",
  "token_created",
  "token_revoked",
] as const;

const Alert = z.object({
  id: z.number(),
  kind: z.enum(alertKinds),
  ...device,
  address: z.string(),
  created_at: z.string(),
});

const endReason = z.enum(["logout", "revoked", "forced", "expired"]);

export const AdminSession = z.object({
  ...SessionInfo.shape,
  user: z.object({ id: z.number(), username: z.string(), name: z.string(), avatar: z.string().nullable() }),
  active: z.boolean(),
  ended_at: z.string().nullable(),
  end_reason: endReason.nullable(),
});

export const sessionsApi = defineApi({
  "GET /api/sessions": endpoint({
    access: "user",
    summary: "List the caller's open sessions, the current one first.",
    response: z.object({ items: z.array(SessionInfo) }),
  }),
  "GET /api/sessions/devices": endpoint({
    access: "user",
    summary: "List devices the caller has signed in from, last used first.",
    response: z.object({ items: z.array(Device) }),
  }),
  "GET /api/sessions/alerts": endpoint({
    access: "user",
    summary: "List security alerts of the caller's account, newest first.",
    response: z.object({ items: z.array(Alert) }),
  }),
  "GET /api/sessions/{id}": endpoint({
    access: { can: "session.view", by: "id" },
    summary: "One open session of the caller.",
    params: IdParams,
    response: SessionInfo,
  }),
  "DELETE /api/sessions/{id}": endpoint({
    access: { can: "session.revoke", by: "id" },
    whenOverdue: "open",
    summary: "End one session. Its browser is signed out immediately.",
    params: IdParams,
    response: Empty,
  }),
  "POST /api/sessions/revoke-all": endpoint({
    access: "user",
    whenOverdue: "open",
    summary: "End all of the caller's sessions except the current one.",
    body: Empty.optional(),
    response: z.object({ ended: z.number() }),
  }),
  "GET /api/admin/sessions": endpoint({
    access: "super_admin",
    summary: "List the sessions of all users, last used first.",
    query: z.object({
      ...PageQuery,
      id_user: Id.optional(),
      /** Only open or only ended ones; both if omitted. */
      active: Flag.optional(),
      from: Instant.optional(),
      to: Instant.optional(),
    }),
    response: page(AdminSession),
  }),
  "GET /api/admin/sessions/analytics": endpoint({
    access: "super_admin",
    summary: "Session figures: numbers, users, devices and browsers.",
    reads: "replica",
    cost: "report",
    response: z.object({
      active_sessions: z.number(),
      active_users: z.number(),
      /** Seen within the last five minutes. */
      online_users: z.number(),
      sign_ins_today: z.number(),
      failed_sign_ins_today: z.number(),
      /** Thirty days, oldest first; the day in UTC. */
      by_day: z.array(z.object({ day: z.string(), sign_ins: z.number(), failed: z.number() })),
      by_device: z.array(z.object({ device: device.device, sessions: z.number() })),
      by_browser: z.array(z.object({ browser: z.string(), sessions: z.number() })),
    }),
  }),
  "DELETE /api/admin/sessions/{id}/force-logout": endpoint({
    access: "super_admin",
    summary: "End a session of any user. Its browser shows this within a second.",
    params: IdParams,
    response: Empty,
  }),
});
