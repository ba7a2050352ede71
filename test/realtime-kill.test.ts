import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runRealtimeChaos } from "./chaos/realtime.ts";
import { testDatabase } from "./database.ts";
import { everyCase } from "./every-case.ts";

test.runIf(everyCase)(
  "Servers killed during changes lose nothing for a page: in the end it shows every acknowledged visit.",
  async () => {
    const database = await testDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-kill-"));
    onTestFinished(async () => {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    });
    const result = await runRealtimeChaos({
      database: database.connection,
      dataDir,
      kills: 2,
      random: Math.random,
      pause: 40,
    });
    expect(result.acknowledged).toBeGreaterThan(20);
    expect(result.missing).toBe(0);
    // Some arrived over the socket, and some could not.
    expect(result.told).toBeGreaterThan(0);
    expect(result.fetched).toBeGreaterThan(0);
  },
);
