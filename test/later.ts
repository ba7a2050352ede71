import { globSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/**
 * Test files that `npm test` leaves to `npm run test:rest`, which `.ci/run` calls after it, and to `npm run test:all`:
 * each takes seconds to minutes and covers a part that changes less often. The reasons are the groups.
 */
export const later: Readonly<Record<string, readonly string[]>> = {
  "starts programs, servers or whole installations of its own": [
    "scripts/client.test.ts",
    "scripts/lib/process-tree.test.ts",
    "scripts/preflight.test.ts",
    "src/server/backup/backup.test.ts",
    "src/server/domains/media/live/live-nodes.test.ts",
    "src/server/domains/media/live/live.test.ts",
    "src/server/live/live.test.ts",
    "src/server/media/uploads/shared-uploads.test.ts",
    "src/server/domains/media/spot-timelapses/spot-timelapse-maker.test.ts",
    "src/server/media/spot-films/spot-film.test.ts",
    "src/server/media/workers.test.ts",
    "src/server/operation.test.ts",
    "src/server/platform/database-clock.test.ts",
    "src/server/platform/postgres/postgres.test.ts",
    "src/server/platform/replica.test.ts",
    "test/memory/*.test.ts",
    "test/restore/*.test.ts",
    "test/two-nodes.test.ts",
    "test/upgrade/*.test.ts",
  ],
  "sends unusual input to every call; the conformance walk sends a part of it": [
    "test/abuse/*.test.ts",
    "test/conformance/addresses.test.ts",
    "test/conformance/envelope.test.ts",
    "test/conformance/names.test.ts",
    "test/tokens.test.ts",
  ],
  "speaks the protocol of an external service, camera or client": [
    "src/server/cameras/relay.test.ts",
    "src/server/domains/connections/autodesk/*.test.ts",
    "src/server/domains/connections/tools/**/*.test.ts",
    "src/server/domains/work/voice-notes/voice-notes.test.ts",
    "src/server/domains/connections/webhooks/webhooks.test.ts",
    "src/server/domains/installation/settings/connections.test.ts",
    "src/server/domains/people/passkeys/passkeys.test.ts",
    "src/server/domains/people/recovery/recovery.test.ts",
    "src/server/domains/people/social/linked-accounts.test.ts",
    "src/server/domains/people/social/openid.test.ts",
    "src/server/domains/people/social/social-return.test.ts",
    "src/server/domains/people/social/social.test.ts",
    "src/server/live/rtmp/rtmp.test.ts",
    "src/server/live/sockets.test.ts",
    "src/server/media/object-store.test.ts",
    "src/web/lib/realtime.test.tsx",
    "test/realtime-*.test.ts",
  ],
  "makes files in many sizes and formats": [
    "src/server/domains/media/cctv/timelapses.test.ts",
    "src/server/domains/media/sheets/plans.test.ts",
    "src/server/domains/media/spot-codes/label-pdf.test.ts",
    "src/server/domains/money/billing/pdf/write.test.ts",
    "src/server/domains/sites/exports/building.test.ts",
    "src/server/domains/sites/exports/exports.test.ts",
    "src/server/domains/work/schedules/imports.test.ts",
    "src/server/domains/work/snags/bcf/import.test.ts",
    "src/server/domains/work/snags/report/report.export.test.ts",
    "src/server/domains/work/snags/report/reports.test.ts",
    "src/server/domains/work/snags/snags.export.test.ts",
    "src/server/media/films/films.test.ts",
    "src/server/media/portraits.test.ts",
    "src/server/media/probe.test.ts",
    "src/server/media/variants.test.ts",
    "src/server/platform/pdf/drawing.test.ts",
  ],
  "sends emails one after the other and reads each": [
    "src/server/domains/media/visits/announce.test.ts",
    "src/server/domains/people/messages/unread-mail.test.ts",
    "src/server/domains/people/registration/activation.test.ts",
    "src/server/domains/sites/team/account-invitations.test.ts",
  ],
  "types into long forms and dialogs; the journeys fill in the same ones": [
    "src/web/features/connections/autodesk/*.test.tsx",
    "src/web/features/connections/tools/**/*.test.tsx",
    "src/web/features/installation/notifications/bell.test.tsx",
    "src/web/features/installation/search/box/*.test.tsx",
    "src/web/features/installation/settings/settings-screen.test.tsx",
    "src/web/features/media/cctv/dialog/camera-dialog.test.tsx",
    "src/web/features/media/videos/add/add-video-dialog.test.tsx",
    "src/web/features/money/plans/**/*.test.tsx",
    "src/web/features/people/messages/inbox.test.tsx",
    "src/web/features/people/onboarding/tour.test.tsx",
    "src/web/features/people/profile/edit-profile.test.tsx",
    "src/web/features/people/profile/other-parts.test.tsx",
    "src/web/features/people/profile/security/security.test.tsx",
    "src/web/features/sites/projects/add-project-dialog.test.tsx",
    "src/web/features/sites/projects/edit-project-screen.test.tsx",
    "src/web/features/sites/team/invite/invite-dialog.test.tsx",
    "src/web/features/work/progress/progress-screen.test.tsx",
    "src/web/features/work/schedules/schedule-screen.test.tsx",
    "src/web/shell/inactivity.test.tsx",
    "src/web/shell/quota/quota.test.tsx",
    "src/web/shell/unpaid.test.tsx",
  ],
};

const laterFiles = new Set(
  Object.values(later).flatMap((patterns) => patterns.flatMap((pattern) => globSync(pattern, { cwd: root }))),
);

/** The files of a run: all of them, or the part that `TESTS` names, `core` or `rest`. */
export function partOf(all: readonly string[]): string[] {
  const part = process.env["TESTS"];
  return all.filter((file) => part === undefined || laterFiles.has(file) === (part === "rest"));
}
