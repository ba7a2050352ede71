import type { ToolName } from "#contract/choices.ts";
import type { Snag } from "#contract/snags.ts";
import { freePort } from "#test/chaos/server-process.ts";
import { ClickupService } from "#test/clickup-service/index.ts";
import type { TestClient } from "#test/client.ts";
import { MondayService } from "#test/monday-service/index.ts";
import { environmentOf, type ToolService } from "#test/tool-service/tool-service.ts";
import { TrelloService } from "#test/trello-service/index.ts";
import { test as base } from "./base-test.ts";
import { demoProject } from "./demo.ts";
import { startDemo } from "./demo-server.ts";

/** The product with its demo site, and the three tools on the loopback, each switched on. */
export interface ToolSite {
  /** The address as users open it: the tools send browsers and webhooks back there. */
  readonly origin: string;
  readonly tools: Readonly<Record<ToolName, ToolService>>;
  readonly admin: TestClient;
  readonly project: { readonly id: number; readonly name: string };
  /** Snags of that project; each journey uses one of its own. */
  readonly snags: readonly Snag[];
}

export const test = base.extend<Record<never, never>, { site: ToolSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern there
    async ({}, use) => {
      const [trello, monday, clickup] = await Promise.all([
        TrelloService.start(),
        MondayService.start(),
        ClickupService.start(),
      ]);
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const environment = { PUBLIC_URL: origin, ...environmentOf(trello, monday, clickup) };
      const server = await startDemo(environment, port);
      const { client, project } = await demoProject(origin);
      await client.call("PUT /api/settings", {
        body: { ...trello.settings, ...monday.settings, ...clickup.settings },
      });
      const { items } = await client.call("GET /api/annotations", {
        query: { id_project: project.id, status: "open" },
      });
      await use({ origin, tools: { trello, monday, clickup }, admin: client, project, snags: items });
      await server.end();
      await Promise.all([trello.close(), monday.close(), clickup.close()]);
    },
    { scope: "worker", timeout: 600_000 },
  ],
});
