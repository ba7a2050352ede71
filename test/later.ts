import { globSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/**
 * Test files that `npm test` leaves to `npm run test:rest`, which `.ci/run` calls after it, and to `npm run test:all`: each takes
 * seconds to minutes, and what stays beside it tries the same rules in less. The reasons are the groups.
 */
export const later: Readonly<Record<string, readonly string[]>> = {
  "starts programs, servers or whole installations of its own": [
    "scripts/client.test.ts",
    "scripts/lib/process-tree.test.ts",
    "scripts/preflight.test.ts",
    "src/server/backup/backup.test.ts",
    "src/server/domains/live/live-nodes.test.ts",
    "src/server/domains/live/live.test.ts",
    "src/server/live/live.test.ts",
    "src/server/media/workers.test.ts",
    "src/server/media/uploads/shared-uploads.test.ts",
    "src/server/operation.test.ts",
    "src/server/platform/database-clock.test.ts",
    "src/server/platform/postgres/postgres.test.ts",
    "src/server/platform/replica.test.ts",
    "test/restore/*.test.ts",
    "test/two-nodes.test.ts",
    "test/upgrade/*.test.ts",
  ],
  "sends every call what no client of ours sends; the walk of the calls sends a part of it": [
    "test/abuse/*.test.ts",
    "test/conformance/addresses.test.ts",
    "test/conformance/envelope.test.ts",
    "test/tokens.test.ts",
  ],
  "speaks the protocol of somebody else's service, camera or client": [
    "src/server/cameras/relay.test.ts",
    "src/server/domains/autodesk/*.test.ts",
    "src/server/domains/passkeys/passkeys.test.ts",
    "src/server/domains/recovery/recovery.test.ts",
    "src/server/domains/social/linked-accounts.test.ts",
    "src/server/domains/social/social-return.test.ts",
    "src/server/domains/tools/**/*.test.ts",
    "src/server/domains/webhooks/webhooks.test.ts",
    "src/server/media/object-store.test.ts",
    "src/web/lib/realtime.test.tsx",
    "test/realtime-*.test.ts",
  ],
  "makes files in all their sizes and forms": [
    "src/server/domains/billing/pdf/write.test.ts",
    "src/server/domains/cctv/timelapses.test.ts",
    "src/server/domains/exports/building.test.ts",
    "src/server/domains/schedules/imports.test.ts",
    "src/server/domains/sheets/plans.test.ts",
    "src/server/domains/snags/report/report.export.test.ts",
    "src/server/domains/snags/report/reports.test.ts",
    "src/server/domains/snags/snags.export.test.ts",
    "src/server/media/films/films.test.ts",
    "src/server/media/probe.test.ts",
    "src/server/media/variants.test.ts",
  ],
  "sends mails one after the other and reads each": [
    "src/server/domains/registration/activation.test.ts",
    "src/server/domains/visits/announce.test.ts",
  ],
  "types into long forms and dialogs; the journeys fill in the same ones": [
    "src/web/features/autodesk/*.test.tsx",
    "src/web/features/cctv/dialog/camera-dialog.test.tsx",
    "src/web/features/inbox/inbox.test.tsx",
    "src/web/features/notifications/bell.test.tsx",
    "src/web/features/onboarding/tour.test.tsx",
    "src/web/features/plans/**/*.test.tsx",
    "src/web/features/profile/edit-profile.test.tsx",
    "src/web/features/profile/other-parts.test.tsx",
    "src/web/features/profile/security/security.test.tsx",
    "src/web/features/projects/add-project-dialog.test.tsx",
    "src/web/features/projects/edit-project-screen.test.tsx",
    "src/web/features/search/box/*.test.tsx",
    "src/web/features/tiers/tiers-screen.test.tsx",
    "src/web/features/tools/**/*.test.tsx",
    "src/web/features/videos/add/add-video-dialog.test.tsx",
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
