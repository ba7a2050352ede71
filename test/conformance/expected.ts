import type { Endpoint, RecordAccess } from "#contract/endpoint.ts";
import type { errors } from "#contract/errors.ts";
import type { Route } from "#contract/index.ts";
import type { RawReply } from "../client.ts";
import { type RoleName, roles } from "./world.ts";

/** Roles that are granted each verb. The demo account owns the project and is still read-only. */
const members = ["demo", "trade", "viewer", "editor", "manager", "owner", "super_admin"] as const;
const managers = ["manager", "owner", "super_admin"] as const;
const contributors = ["editor", "manager", "owner", "super_admin"] as const;
/** Members except trades, who see only their own snags; and no demo, which is read-only. */
const lookers = ["viewer", ...contributors] as const;
export const verbs: Readonly<Record<string, readonly RoleName[]>> = {
  "project.view": members,
  "project.follow": members,
  "project.edit": managers,
  "project.activate": ["owner", "super_admin"],
  "project.publish": ["owner", "super_admin"],
  "project.validate": ["super_admin"],
  "project.delete": ["owner", "super_admin"],
  "project.add_visit": contributors,
  "project.view_visits": members,
  "project.view_sheets": members,
  "project.add_sheet": contributors,
  "sheet.view": members,
  "sheet.edit": contributors,
  "sheet.delete": contributors,
  "project.view_team": ["demo", "viewer", ...contributors],
  "project.view_activity": ["demo", "viewer", ...contributors],
  "project.view_access": ["demo", ...managers],
  "project.manage_team": managers,
  "project.transfer": ["owner", "super_admin"],
  "project.leave": ["trade", "viewer", "editor", "manager"],
  "project.export": ["demo", ...contributors],
  "binned_project.restore": ["owner", "super_admin"],
  "invitation.answer": ["owner"],
  "project_export.view": ["demo", ...contributors],
  "project_export.cancel": ["owner", "super_admin"],
  "visit.view": members,
  "visit.edit": contributors,
  "visit.delete": contributors,
  "visit.add_room": contributors,
  "room.edit": contributors,
  "room.delete": contributors,
  "room.view": members,
  "room.download": ["demo", ...contributors],
  "visit.add_snag": contributors,
  "visit.add_snag_photo": ["trade", ...lookers],
  "visit.add_snapshot": ["trade", ...lookers],
  "visit.guide": ["trade", ...lookers],
  "visit.share": contributors,
  "visit.view_access": ["demo", ...managers],
  "project.view_snags": ["demo", ...lookers],
  "project.add_snag": contributors,
  "sheet.add_snag": contributors,
  "snag.view": ["demo", ...lookers],
  "snag.edit": contributors,
  "snag.answer": contributors,
  "snag.comment": lookers,
  "snag.delete": contributors,
  "crew.view": ["demo", ...lookers],
  "crew.edit": managers,
  "project.view_videos": members,
  "project.add_video": contributors,
  "video.view": members,
  "video.comment": ["trade", ...lookers],
  "video.edit": contributors,
  "video.delete": contributors,
  "video.download": ["demo", ...contributors],
  "video.view_access": ["demo", ...managers],
  // The tested comment is the owner's.
  "video_comment.edit": ["owner"],
  "video_comment.delete": contributors,
  "video_comment.resolve": contributors,
  "project.view_live": ["demo", ...lookers],
  "project.add_channel": contributors,
  "channel.view": ["demo", ...lookers],
  "channel.operate": contributors,
  "channel.edit": contributors,
  "channel.delete": contributors,
  "project.view_cameras": ["demo", ...lookers],
  "project.add_camera": contributors,
  "camera.view": ["demo", ...lookers],
  "camera.check": lookers,
  "camera.edit": contributors,
  "camera.delete": contributors,
  "plan.edit": ["super_admin"],
  "plan.delete": ["super_admin"],
  "tier.edit": ["super_admin"],
  "tier.delete": ["super_admin"],
  "invoice.view": ["owner", "super_admin"],
  "invoice.edit": ["super_admin"],
  "invoice.delete": ["super_admin"],
  "autodesk_link.import": contributors,
  "autodesk_link.delete": managers,
  "api_token.edit": ["owner"],
  "api_token.delete": ["owner"],
  "webhook.edit": ["owner"],
  "webhook.delete": ["owner"],
  "progress_entry.edit": contributors,
  "progress_entry.delete": contributors,
  "photo.view": members,
  "photo.download": ["demo", ...contributors],
  "photo.edit": contributors,
  "photo.delete": contributors,
  "photo.add_snag": contributors,
  "snapshot.view": members,
  "snapshot.edit": ["owner", "super_admin"],
  "snapshot.delete": contributors,
  "user.view": ["owner", "super_admin"],
  "user.edit": ["owner", "super_admin"],
  "user.change_password": ["owner", "super_admin"],
  "user.administer": ["super_admin"],
  "session.view": ["owner"],
  "session.revoke": ["owner"],
  "passkey.edit": ["owner"],
  "passkey.delete": ["owner"],
  "message.view": ["owner"],
};

export const codeOf = (reply: RawReply) => (reply.body as { code?: string }).code;

/** The refusal that the contract expects for a role; undefined when the call is permitted. */
export function expectedRefusal(
  endpoint: Endpoint,
  role: RoleName,
  isWrite: boolean,
): keyof typeof errors | undefined {
  const { access } = endpoint;
  if (access === "public")
    return role === "demo" && isWrite && !endpoint.openToDemo ? "DEMO_READ_ONLY" : undefined;
  if (role === "guest") return "UNAUTHENTICATED";
  if (access === "super_admin" && role !== "super_admin") return "FORBIDDEN";
  if (role === "demo" && isWrite && !endpoint.openToDemo) return "DEMO_READ_ONLY";
  return typeof access === "string" ? undefined : refusalByVerb(access, role);
}

function refusalByVerb(access: RecordAccess, role: RoleName): keyof typeof errors | undefined {
  const { can } = access;
  if (verbs[can]?.includes(role) === true) return undefined;
  if (can === "project.leave" && role === "owner") return "OWNER_STAYS";
  if (!seers(can).includes(role)) return absent(access);
  return refusals[can] ?? "FORBIDDEN";
}

/** The specification's code for a viewed project. */
export const absent = ({ can }: RecordAccess) =>
  can === "project.view" ? "PROJECT_NOT_PUBLIC" : "NOT_FOUND";

/** For a stranger's record: plans and size tiers in use are visible to all. */
export const ofOthers = (access: RecordAccess) =>
  seers(access.can) === roles ? "FORBIDDEN" : absent(access);

/** Roles that see the kind of record that a verb concerns, and are therefore refused explicitly. */
function seers(can: string): readonly RoleName[] {
  const [subject = ""] = can.split(".");
  return sights[subject] ?? verbs[`${subject}.view`] ?? verbs[can] ?? [];
}

/** Viewers of subjects without a viewing call of their own. */
const sights: Readonly<Record<string, readonly RoleName[]>> = {
  autodesk_link: members,
  progress_entry: members,
  video_comment: members,
  // Those of the samples are available to all.
  plan: roles,
  tier: roles,
};

/** Refusals with a more specific code. */
const refusals: Readonly<Record<string, keyof typeof errors>> = {
  "project.edit": "PROJECT_EDIT_DENIED",
  "project.add_visit": "VISIT_EDIT_DENIED",
  "project.view_visits": "VISIT_VIEW_DENIED",
  "project.view_team": "TEAM_VIEW_DENIED",
  "project.view_sheets": "SHEET_VIEW_DENIED",
  "project.add_sheet": "SHEET_EDIT_DENIED",
  "sheet.edit": "SHEET_EDIT_DENIED",
  "sheet.delete": "SHEET_EDIT_DENIED",
  "project.manage_team": "PROJECT_TEAM_DENIED",
  "project.export": "PROJECT_EXPORT_DENIED",
  "visit.edit": "VISIT_EDIT_DENIED",
  "visit.delete": "VISIT_EDIT_DENIED",
  "visit.add_room": "VISIT_EDIT_DENIED",
  "visit.share": "VISIT_EDIT_DENIED",
  "visit.add_snag": "SNAG_EDIT_DENIED",
  "visit.add_snag_photo": "SNAG_EDIT_DENIED",
  "visit.add_snapshot": "VISIT_VIEW_DENIED",
  "visit.guide": "VISIT_VIEW_DENIED",
  "project.view_snags": "SNAG_VIEW_DENIED",
  "project.add_snag": "SNAG_EDIT_DENIED",
  "sheet.add_snag": "SNAG_EDIT_DENIED",
  "snag.edit": "SNAG_EDIT_DENIED",
  "snag.answer": "SNAG_EDIT_DENIED",
  "snag.comment": "SNAG_EDIT_DENIED",
  "snag.delete": "SNAG_EDIT_DENIED",
  "crew.edit": "CREW_EDIT_DENIED",
  "project.view_videos": "VIDEO_VIEW_DENIED",
  "project.add_video": "VIDEO_EDIT_DENIED",
  "video.comment": "VIDEO_VIEW_DENIED",
  "video.edit": "VIDEO_EDIT_DENIED",
  "video.delete": "VIDEO_EDIT_DENIED",
  "video.download": "VIDEO_EDIT_DENIED",
  "video.view_access": "VIDEO_EDIT_DENIED",
  "video_comment.edit": "COMMENT_EDIT_DENIED",
  "video_comment.delete": "COMMENT_EDIT_DENIED",
  "video_comment.resolve": "COMMENT_EDIT_DENIED",
  "project.view_live": "CHANNEL_VIEW_DENIED",
  "project.add_channel": "CHANNEL_EDIT_DENIED",
  "channel.operate": "CHANNEL_EDIT_DENIED",
  "channel.edit": "CHANNEL_EDIT_DENIED",
  "channel.delete": "CHANNEL_EDIT_DENIED",
  "project.view_cameras": "CAMERA_VIEW_DENIED",
  "project.add_camera": "CAMERA_EDIT_DENIED",
  "camera.check": "CAMERA_VIEW_DENIED",
  "camera.edit": "CAMERA_EDIT_DENIED",
  "camera.delete": "CAMERA_EDIT_DENIED",
  "photo.download": "VISIT_EDIT_DENIED",
  "photo.edit": "VISIT_EDIT_DENIED",
  "photo.delete": "VISIT_EDIT_DENIED",
  "photo.add_snag": "SNAG_EDIT_DENIED",
  "snapshot.edit": "SNAPSHOT_EDIT_DENIED",
  "snapshot.delete": "SNAPSHOT_EDIT_DENIED",
  "progress_entry.edit": "VISIT_EDIT_DENIED",
  "progress_entry.delete": "VISIT_EDIT_DENIED",
  "room.download": "VISIT_EDIT_DENIED",
  "room.edit": "VISIT_EDIT_DENIED",
  "room.delete": "VISIT_EDIT_DENIED",
  "autodesk_link.import": "SHEET_EDIT_DENIED",
  "autodesk_link.delete": "SHEET_EDIT_DENIED",
};

/** Calls that refuse even a valid request: wrong passwords, no demo, already set up. */
const ownRefusals: Readonly<Record<string, readonly string[]>> = {
  "POST /api/demo-login": ["DEMO_OFF"],
  "POST /api/password/email": ["RECOVERY_OFF"],
  "GET /api/auth/{provider}": ["SOCIAL_OFF"],
  // It changes an account although it is a read.
  "GET /api/auth/{provider}/link": ["SOCIAL_OFF", "DEMO_READ_ONLY"],
  "POST /api/auth/{provider}/link": ["SOCIAL_OFF"],
  "POST /api/setup": ["SETUP_DONE"],
  "POST /api/projects": ["FORBIDDEN"],
  "POST /api/broadcasting/auth": ["FORBIDDEN"],
  "POST /api/messages": ["MESSAGE_REFUSED"],
  // Others' permissions require the permission to change the team.
  "GET /api/team-members/permissions": ["PROJECT_TEAM_DENIED"],
  "DELETE /api/join-requests/cancel": ["NOT_FOUND"],
  // Bulk calls: each record is checked by itself.
  "DELETE /api/maps": ["SHEET_EDIT_DENIED"],
  "PUT /api/annotations/bulk": ["SNAG_EDIT_DENIED"],
  // Others' comments and files belong to their authors.
  "DELETE /api/annotations/file/delete": ["SNAG_EDIT_DENIED"],
  "DELETE /api/annotations/{id}/comments/{comment}": ["SNAG_EDIT_DENIED"],
  "DELETE /api/annotations/{id}/voice-notes/{note}": ["SNAG_EDIT_DENIED"],
  // That note was not deleted.
  "POST /api/annotations/{id}/voice-notes/{note}/restore": ["NOT_FOUND"],
  "POST /api/projects/{id}/diary/{day}/voice-notes/{note}/restore": ["NOT_FOUND"],
  // The entry is the owner's.
  "DELETE /api/projects/{id}/diary/{day}/voice-notes/{note}": ["NOT_FOUND"],
  "POST /api/projects/{id}/diary/{day}/voice-notes/{note}/transcription": ["NOT_FOUND"],
  "PUT /api/projects/{id}/diary/{day}/voice-notes/{note}/transcript": ["NOT_FOUND"],
  // The picture of the room is being processed.
  "GET /api/projects/{id}/owner-report/views": ["NOT_FOUND"],
  "GET /api/owner-reports/{code}/pictures/{pair}": ["NOT_FOUND"],
  // No tour is in progress.
  "GET /api/guided-tours/{code}": ["NOT_FOUND"],
  "PUT /api/projects/star": ["NOT_FOUND"],
  "PUT /api/visits/star": ["NOT_FOUND"],
  "PUT /api/three60videos/star": ["NOT_FOUND"],
  "PUT /api/cctv-cameras/star": ["NOT_FOUND"],
  // No snag was sent anywhere.
  "POST /api/annotations/{id}/tools/{tool}/retry": ["NOT_FOUND"],
  "DELETE /api/annotations/{id}/tools/{tool}": ["NOT_FOUND"],
  "DELETE /api/projects/{id}/tools/{tool}": ["NOT_FOUND"],
  // They start a connection for an account although they are reads.
  "GET /api/tools/{tool}/auth-url": ["DEMO_READ_ONLY"],
  "GET /api/autodesk/auth-url": ["DEMO_READ_ONLY", "AUTODESK_SIGN_IN"],
  "POST /api/tools/{tool}/annotations": ["SNAG_EDIT_DENIED", "SNAG_VIEW_DENIED", "NOT_FOUND"],
  // No file was uploaded for the photo, the sheet and the video of the samples.
  "GET /api/evidence/photos/{id}/original": ["NOT_FOUND"],
  "GET /api/evidence/sheets/{id}/original": ["NOT_FOUND"],
  "GET /api/evidence/videos/{id}/original": ["NOT_FOUND"],
  // For a project that the caller cannot see.
  "POST /api/webhooks": ["PROJECT_NOT_PUBLIC"],
};

/** None of these users has connected an account there. */
const notConnected = (route: Route) => (route.includes("/api/autodesk/") ? ["AUTODESK_SIGN_IN"] : []);

/** Calls that name their records outside the access rule, and the roles that do not see those of the samples. */
const unseen: Readonly<Record<string, readonly RoleName[]>> = {
  "DELETE /api/maps": ["stranger", "administrator"],
  "PUT /api/annotations/bulk": ["stranger", "administrator", "trade"],
  "DELETE /api/annotations/file/delete": ["trade"],
  // By code: the room of a private project exists for its members only.
  "GET /api/spot-codes/{code}": ["guest", "stranger", "administrator"],
  "POST /api/spot-codes/{code}/scans": ["stranger", "administrator"],
};
/** Calls about an account whose sample is not the owner's own. */
export const aimedAtAnother: readonly Route[] = ["DELETE /api/users/{id}"];

/** The status of a response, 0 for a refusal that a valid call may get. */
export function deniedStatus(route: Route, role: RoleName, reply: RawReply): number {
  const code = codeOf(reply) ?? "";
  const own = ownRefusals[route] ?? notConnected(route);
  const isUnseen = code === "NOT_FOUND" && unseen[route]?.includes(role) === true;
  return isUnseen || own.includes(code) ? 0 : reply.status;
}
