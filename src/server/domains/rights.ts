import type { SubjectName } from "#contract/kinds.ts";

import type { Rights } from "#server/platform/policy.ts";
import { apiTokenRights } from "./connections/api-access/api-access.policy.ts";
import { autodeskLinkRights } from "./connections/autodesk/autodesk.policy.ts";
import { webhookRights } from "./connections/webhooks/webhooks.policy.ts";
import { cameraRights } from "./media/cctv/cctv.policy.ts";
import { commentRights } from "./media/comments/comments.policy.ts";
import { channelRights } from "./media/live/live.policy.ts";
import { photoRights } from "./media/photos/photos.policy.ts";
import { sheetRights } from "./media/sheets/sheets.policy.ts";
import { snapshotRights } from "./media/snapshots/snapshots.policy.ts";
import { videoRights } from "./media/videos/videos.policy.ts";
import { roomRights, visitRights } from "./media/visits/visits.policy.ts";
import { invoiceRights } from "./money/billing/billing.policy.ts";
import { planRights, tierRights } from "./money/plans/plans.policy.ts";
import { messageRights } from "./people/messages/messages.policy.ts";
import { passkeyRights } from "./people/passkeys/passkeys.policy.ts";
import { sessionRights } from "./people/sessions/sessions.policy.ts";
import { userRights } from "./people/users/users.policy.ts";
import { exportRights } from "./sites/exports/exports.policy.ts";
import { binnedProjectRights, projectRights } from "./sites/projects/projects.policy.ts";
import { invitationRights } from "./sites/team/team.policy.ts";
import { crewRights } from "./work/crews/crews.policy.ts";
import { progressEntryRights } from "./work/progress/progress.policy.ts";
import { snagRights } from "./work/snags/snags.policy.ts";

/**
 * The tables of rights, one per kind of record: the policies decide by them, and docs/permissions.md is generated from
 * them.
 */
export const rights: { readonly [S in SubjectName]: Rights } = {
  project: projectRights,
  binned_project: binnedProjectRights,
  visit: visitRights,
  room: roomRights,
  photo: photoRights,
  sheet: sheetRights,
  snag: snagRights,
  crew: crewRights,
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
