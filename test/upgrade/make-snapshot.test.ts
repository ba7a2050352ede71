import { writeFile } from "node:fs/promises";
import pg from "pg";
import { expect, it } from "vitest";
import type { Route } from "#contract/index.ts";
import { testApp } from "../app.ts";
import { readSamples } from "../conformance/samples.ts";
import { buildWorld, type World } from "../conformance/world.ts";
import { packed, readSnapshot } from "./rows.ts";
import { snapshotKey } from "./snapshot-key.ts";

/**
 * At a release: `UPGRADE_SNAPSHOT=test/upgrade/<version>.json.gz npx vitest run --project node test/upgrade/make`
 * stores the rows of this version's demo site, and of the writes of its calls.
 */
const target = process.env["UPGRADE_SNAPSHOT"] ?? "";

it.runIf(target !== "")("stores the rows of this version for upgrade tests of the next one", async () => {
  const app = await testApp({ environment: { DEMO: "on", APP_KEY: snapshotKey } });
  try {
    await callEverything(await buildWorld(app));
    const client = new pg.Client(app.database.connection);
    await client.connect();
    const snapshot = await readSnapshot(client);
    await client.end();
    expect(Object.keys(snapshot.tables).length).toBeGreaterThan(70);
    await writeFile(target, packed(snapshot));
  } finally {
    await app.close();
  }
});

/** Calls that only read, would end the session, or remove others' writes. */
const isLeftOut = (route: Route) =>
  /^(GET|DELETE) |log(in|out)|verify|setup|password|sessions|two-factor|2fa|settings\/restore/.test(route);

/** Makes every writing call with its sample, in one project: the responses do not matter here. */
async function callEverything(world: World): Promise<void> {
  const place = await world.place();
  for (const [route, sample] of await readSamples()) {
    if (isLeftOut(route)) continue;
    const { files, ...given } = sample(place);
    if (files !== undefined) continue;
    for (const role of ["owner", "super_admin"] as const) {
      const { status } = await world.clients[role].raw(route, given);
      if (status === 401) await world.renew(role);
    }
  }
}
