import type { Notification } from "#contract/notifications.ts";
import type { alertKinds } from "#contract/sessions.ts";
import type { settingDefaults } from "#contract/settings.ts";

/**
 * One type of notification. Its texts are in `i18n/<language>/installation/notifications.json` under `news` and the
 * same name.
 */
export interface NotificationType {
  /** The kind by which its reader selects the channels. */
  readonly kind: Notification["kind"];
  readonly type: Notification["type"];
  /** The administrator's switch: when off, no channel is used. */
  readonly setting?: Extract<keyof typeof settingDefaults, `notify_${string}`>;
  /** Whether an email is sent. */
  readonly isMailed: boolean;
  /** `mail` for events that have a badge of their own on every screen. Otherwise the bell is used, too. */
  readonly only?: "mail";
}

/** A type of notification declared by a domain; its texts are in the domain's file under `elsewhere`. */
export interface Notice extends NotificationType {
  readonly name: string;
}

type SecurityNews = `security_${(typeof alertKinds)[number]}`;

// Alerts have emails of their own with more details.
const alert = (type: Notification["type"]): NotificationType => ({ kind: "security", type, isMailed: false });

/** The types that no domain declares. Recipients and reasons: docs/decisions/notifications.md. */
export const notificationTypes = {
  /** To super admins. Values: `name`. */
  registered: { kind: "member_changed", type: "info", setting: "notify_registrations", isMailed: true },
  /** To super admins. Values: `name` of the new user, `actor`. */
  user_added: { kind: "member_changed", type: "info", setting: "notify_useradd", isMailed: true },
  /** To the new user, who has the invitation email already. Values: `actor`. */
  welcome: { kind: "invitation", type: "success", setting: "notify_useradd", isMailed: false },
  /** To super admins. Values: `project`, `actor`. */
  project_created: {
    kind: "project_created",
    type: "info",
    setting: "notify_project_create",
    isMailed: true,
  },
  /** To super admins, for a project that stays closed until they approve it. Values: `project`, `actor`. */
  project_waiting: { kind: "project_created", type: "warning", isMailed: true },
  /** To the project's owner. Values: `project`, `actor`. */
  project_validated: { kind: "project_created", type: "success", isMailed: true },
  project_invalidated: { kind: "project_created", type: "warning", isMailed: true },
  /** To the project's members; the email waits for `visit_ready`. Values: `visit`, `project`, `actor`. */
  visit_created: { kind: "visit_created", type: "info", setting: "notify_vt_create", isMailed: false },
  /** To the project's members, once per visit. Values: `visit`, `project`, `count` of rooms. */
  visit_ready: { kind: "visit_created", type: "success", setting: "notify_vt_create", isMailed: true },
  /** To the uploader, whatever the administrator's settings. Values: `room`, `visit`. */
  picture_failed: { kind: "visit_created", type: "error", isMailed: true },
  /** To the invited person, once they have an account. Values: `project`, `actor`. */
  project_invited: { kind: "invitation", type: "info", isMailed: true },
  /** To the sender of the invitation. Values: `project`, `actor` who has answered. */
  invitation_accepted: { kind: "member_changed", type: "success", isMailed: true },
  invitation_declined: { kind: "member_changed", type: "info", isMailed: true },
  /** To those who may manage members. Values: `project`, `actor` who asks. */
  join_requested: { kind: "member_changed", type: "info", isMailed: true },
  /** To the requester. Values: `project`, and with the first `actor` who has approved it. */
  join_accepted: { kind: "invitation", type: "success", isMailed: true },
  join_declined: { kind: "invitation", type: "info", isMailed: true },
  /** To the member concerned. Values: `project`, `actor`. */
  rights_changed: { kind: "member_changed", type: "info", isMailed: false },
  member_removed: { kind: "member_changed", type: "warning", isMailed: true },
  ownership_received: { kind: "member_changed", type: "info", isMailed: true },
  /** To the previous owner. Values: `project`, `name` of the new owner. */
  ownership_lost: { kind: "member_changed", type: "info", isMailed: true },
  /** To those who may manage members. Values: `project`, `actor` who has left. */
  member_left: { kind: "member_changed", type: "info", isMailed: false },
  /** To the requester. Values: `project`. */
  export_ready: { kind: "export", type: "success", isMailed: true },
  /** To the requester; the page gives the reason. Values: `project`. */
  export_failed: { kind: "export", type: "error", isMailed: true },
  /** To the recipient; the inbox shows the messages. Values: `count`, `actor` who wrote last. */
  messages_waiting: { kind: "message", type: "info", isMailed: true, only: "mail" },
  /** To the new assignee. Values: `snag`, `number`, `project`, `actor`; `count` for several. */
  snag_assigned: { kind: "snag", type: "info", isMailed: true },
  /** To the assignee and the author of the snag. Values: the same. */
  snag_commented: { kind: "snag", type: "info", isMailed: true },
  snag_open: { kind: "snag", type: "warning", isMailed: true },
  snag_in_work: { kind: "snag", type: "info", isMailed: false },
  snag_ready: { kind: "snag", type: "success", isMailed: true },
  snag_closed: { kind: "snag", type: "success", isMailed: true },
  snag_disputed: { kind: "snag", type: "warning", isMailed: true },
  /** To the user who has to act next, the day before and the day after. Values: `snag`, `number`, `project`, `count`. */
  snag_due: { kind: "snag", type: "warning", isMailed: true },
  snag_overdue: { kind: "snag", type: "error", isMailed: true },
  /** To the project's members; the email waits for `video_ready`. Values: `video`, `project`, `actor`. */
  video_created: { kind: "video", type: "info", isMailed: false },
  /** To the project's members, once per video. Values: `video`, `project`. */
  video_ready: { kind: "video", type: "success", isMailed: true },
  /** To the user who added it. Values: `video`, `project`. */
  video_failed: { kind: "video", type: "error", isMailed: true },
  /** To the user who added the video. Values: `video`, `project`, `actor`. */
  video_commented: { kind: "video", type: "info", isMailed: true },
  /** To the author of the comment. Values: the same. */
  comment_answered: { kind: "video", type: "info", isMailed: true },
  /** To users who may watch, once per broadcast. Values: `channel`, `project`. */
  channel_live: { kind: "live", type: "info", isMailed: true },
  /** To those who may edit it, once, and again when it is back. Values: `camera`, `project`. */
  camera_gone: { kind: "camera", type: "warning", isMailed: true },
  camera_back: { kind: "camera", type: "success", isMailed: false },
  /** To the requester of the time-lapse. Values: the same. */
  timelapse_ready: { kind: "camera", type: "success", isMailed: true },
  timelapse_failed: { kind: "camera", type: "error", isMailed: true },
  /** To super admins. Values: `plan`, `actor`. */
  plan_requested: { kind: "plan", type: "warning", isMailed: true },
  plan_chosen: { kind: "plan", type: "info", setting: "notify_plan_changes", isMailed: true },
  plan_cancelled: { kind: "plan", type: "warning", setting: "notify_plan_cancels", isMailed: true },
  /** To the requester. Values: `plan`. */
  plan_approved: { kind: "plan", type: "success", isMailed: true },
  plan_declined: { kind: "plan", type: "info", isMailed: true },
  /** To the customer. Values: `plan`; `actor` where a user changed it. */
  plan_given: { kind: "plan", type: "info", setting: "notify_plan_changes", isMailed: true },
  plan_taken: { kind: "plan", type: "warning", setting: "notify_plan_changes", isMailed: true },
  plan_changed: { kind: "plan", type: "info", setting: "notify_plan_changes", isMailed: true },
  plan_expiring: { kind: "plan", type: "warning", setting: "notify_plan_expiring", isMailed: true },
  plan_expired: { kind: "plan", type: "warning", setting: "notify_plan_expires", isMailed: true },
  /** To the customer. Values: `number` of the invoice. */
  bill_issued: { kind: "plan", type: "info", isMailed: true },
  /** To the customer, once, in the week before the account becomes restricted. */
  bill_due: { kind: "plan", type: "warning", isMailed: true },
  /** To the user who connected it. Values: `tool`. */
  tool_reauth: { kind: "integration", type: "warning", isMailed: true },
  /** To the sender, after the last attempt failed. Values: `tool`, `snag`, `number`, `project`. */
  tool_failed: { kind: "integration", type: "error", isMailed: true },
  /** To the owner of the webhook, when it was switched off after days without a response. Values: `url`. */
  webhook_stopped: { kind: "integration", type: "error", isMailed: true },
  /** To super admins. Values: `problem`, as in the log. */
  backup_failed: { kind: "security", type: "error", isMailed: true },
  security_new_device: alert("warning"),
  security_failed_sign_ins: alert("warning"),
  security_password_changed: alert("info"),
  security_email_changed: alert("info"),
  security_two_factor_on: alert("success"),
  security_two_factor_off: alert("warning"),
  security_two_factor_reset: alert("warning"),
  security_recovery_code_used: alert("warning"),
  security_passkey_added: alert("info"),
  security_passkey_removed: alert("info"),
  security_social_linked: alert("info"),
  security_social_unlinked: alert("info"),
  security_session_forced: alert("warning"),
  security_token_created: alert("info"),
  security_token_revoked: alert("info"),
} as const satisfies Readonly<Record<string, NotificationType>> &
  Readonly<Record<SecurityNews, NotificationType>>;

export type NotificationTypeName = keyof typeof notificationTypes;
