import { test as base } from "./base-test.ts";
import { type JourneyServer, startDemo } from "./demo-server.ts";

export { admin } from "./admin.ts";
export type { JourneyServer } from "./demo-server.ts";

interface Fixtures {
  /** The product with its demo site, as a process of its own, one per worker; journeys share it. */
  server: JourneyServer;
}

export const test = base.extend<Record<never, never>, Fixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern there
    async ({}, use) => {
      const server = await startDemo();
      await use(server);
      await server.end();
    },
    { scope: "worker", timeout: 600_000 },
  ],
});

export { expect } from "@playwright/test";
