import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { freePort, type ServerProcess, startServer, stopGently } from "#test/chaos/server-process.ts";
import { completeProfile } from "./complete-profile.ts";

/** The first super admin of the servers that journeys run against. */
export const admin = { email: "owner@example.org", password: "correct horse battery" };

/** The product as a process, and where it keeps its things. */
export interface JourneyServer extends ServerProcess {
  readonly dataDir: string;
}

interface Fixtures {
  /** The product with its demo site, as a process of its own, one per worker; journeys share it. */
  server: JourneyServer;
}

export const test = base.extend<Record<never, never>, Fixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern there
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-e2e-"));
      const server = await startServer(await freePort(), {
        DATA_DIR: dataDir,
        DEMO: "on",
        // Several stand side by side.
        LIVE_PORT: String(await freePort()),
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
      });
      await completeProfile(server.origin, admin);
      await use({ ...server, dataDir });
      await stopGently(server.child);
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 240_000 },
  ],
});

export { expect } from "@playwright/test";
