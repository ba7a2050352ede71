import { writeFile } from "node:fs/promises";
import pg from "pg";
import { expect, it } from "vitest";
import { testApp } from "../app.ts";
import { buildWorld } from "../conformance/world.ts";
import { packed, readSnapshot } from "./rows.ts";
import { snapshotKey } from "./snapshot-key.ts";

/**
 * At a release: `UPGRADE_SNAPSHOT=test/upgrade/<version>.json.gz npx vitest run --project node test/upgrade/make`
 * keeps the rows of this version's demo site and of everything that the walk through the contract puts in its world.
 */
const target = process.env["UPGRADE_SNAPSHOT"] ?? "";

it.runIf(target !== "")(
  "keeps the rows of this version for the next one to be upgraded from",
  async () => {
    const app = await testApp({ environment: { DEMO: "on", APP_KEY: snapshotKey } });
    try {
      const world = await buildWorld(app);
      await world.place();
      const client = new pg.Client(app.database.connection);
      await client.connect();
      const snapshot = await readSnapshot(client);
      await client.end();
      expect(Object.keys(snapshot.tables).length).toBeGreaterThan(60);
      await writeFile(target, packed(snapshot));
    } finally {
      await app.close();
    }
  },
  300_000,
);
