import type { Trx } from "#server/platform/database.ts";
import { createSignals } from "#server/platform/events/signals.ts";
import { createLog } from "#server/platform/log.ts";
import { type TestApp, type TestAppOptions, testApp } from "./app.ts";
import { freePort } from "./chaos/server-process.ts";

/** One secret for all nodes of an installation, as `.env.example` requires. */
const APP_KEY = "a secret that the nodes of a test share";

/**
 * A node that others can reach, with an ingest port of its own. With `beside`, another node of that installation: on
 * its database, with a folder of its own.
 */
export async function startNode({
  environment,
  ...options
}: TestAppOptions = {}): Promise<TestApp & { readonly livePort: number }> {
  const [port, livePort] = [await freePort(), await freePort()];
  const app = await testApp({
    ...options,
    environment: {
      APP_KEY,
      PORT: String(port),
      NODE_URL: `http://127.0.0.1:${port}`,
      LIVE_PORT: String(livePort),
      ...environment,
    },
  });
  return { ...app, livePort };
}

/** Two nodes that know of each other. */
export async function startTwoNodes(options: TestAppOptions = {}) {
  const one = await startNode(options);
  const two = await startNode({ ...options, beside: one });
  return { one, two };
}

/** Changes the list of nodes; every node is notified at once. */
export function changeNodes(
  { database: { db, connection } }: Pick<TestApp, "database">,
  change: (trx: Trx) => Promise<unknown>,
): Promise<void> {
  const signals = createSignals({ db, connection, log: createLog("silent") });
  return db.transaction().execute(async (trx) => {
    await change(trx);
    await signals.raiseWith(trx, "nodes");
  });
}
