import type { SubjectName } from "#contract/endpoint.ts";
import type { Rights } from "#server/platform/policy.ts";
import { apiTokenRights } from "./api-access/api-access.policy.ts";
import { autodeskLinkRights } from "./autodesk/autodesk.policy.ts";
import { invoiceRights } from "./billing/billing.policy.ts";
import { cameraRights } from "./cctv/cctv.policy.ts";
import { commentRights } from "./comments/comments.policy.ts";
import { exportRights } from "./exports/exports.policy.ts";
import { channelRights } from "./live/live.policy.ts";
import { messageRights } from "./messages/messages.policy.ts";
import { passkeyRights } from "./passkeys/passkeys.policy.ts";
import { planRights, tierRights } from "./plans/plans.policy.ts";
import { progressEntryRights } from "./progress/progress.policy.ts";
import { binnedProjectRights, projectRights } from "./projects/projects.policy.ts";
import { sessionRights } from "./sessions/sessions.policy.ts";
import { sheetRights } from "./sheets/sheets.policy.ts";
import { snagRights } from "./snags/snags.policy.ts";
import { snapshotRights } from "./snapshots/snapshots.policy.ts";
import { invitationRights } from "./team/team.policy.ts";
import { userRights } from "./users/users.policy.ts";
import { videoRights } from "./videos/videos.policy.ts";
import { roomRights, visitRights } from "./visits/visits.policy.ts";
import { webhookRights } from "./webhooks/webhooks.policy.ts";

/** The tables of rights, one for each kind of record: what the policies decide by, and docs/permissions.md is made from. */
export const rights: { readonly [S in SubjectName]: Rights } = {
  project: projectRights,
  binned_project: binnedProjectRights,
  visit: visitRights,
  room: roomRights,
  sheet: sheetRights,
  snag: snagRights,
  snapshot: snapshotRights,
  video: videoRights,
  video_comment: commentRights,
  channel: channelRights,
  camera: cameraRights,
  user: userRights,
  session: sessionRights,
  passkey: passkeyRights,
  message: messageRights,
  invitation: invitationRights,
  project_export: exportRights,
  plan: planRights,
  tier: tierRights,
  invoice: invoiceRights,
  progress_entry: progressEntryRights,
  autodesk_link: autodeskLinkRights,
  api_token: apiTokenRights,
  webhook: webhookRights,
};
