import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { admin, inFolder, patiently, signedIn, until } from "./common.ts";
import type { Drill } from "./faults.ts";
import { webRoot } from "./link-browser.ts";
import { overBadLine } from "./outbox-line.ts";
import {
  actsOf,
  fill,
  opened,
  reopened,
  type Site,
  type Stored,
  shift,
  signedInPage,
  siteOn,
  waiting,
  whenOutbox,
} from "./outbox-shift.ts";
import {
  freePort,
  killHard,
  postmasterOf,
  type ServerProcess,
  startServer,
  stopGently,
} from "./server-process.ts";

/** Milliseconds before what waits must have arrived after the last fault. */
const patience = 600_000;

/**
 * A shift without a connection is in the outbox of Chromium and is sent while page, browser, server and database are
 * killed at random. Each act must arrive exactly once, and the moves of a pin in their order.
 */
export const runOutboxDrill: Drill = ({ kills, random, say }) =>
  inFolder(async (folder) => {
    const port = await freePort();
    const dataDir = join(folder, "data");
    const environment = {
      ...admin,
      DATA_DIR: dataDir,
      DEMO: "off",
      LIVE_PORT: "0",
      WEB_ROOT: await webRoot(folder),
    };
    let server: ServerProcess = await startServer(port, environment);
    const profile = join(folder, "profile");
    let context = await opened(profile);
    const backMs: number[] = [];
    try {
      const site = await siteOn(await signedIn(server.origin), "Basement 1");
      const acts = await actsOf(site);
      const first = await signedInPage(context, server.origin, site.owner);
      await whenOutbox(first);
      await fill(first, acts, site);
      let page = await reopened(context, server.origin);
      for (let kill = 1; kill <= kills && (await waiting(page)) !== 0; kill += 1) {
        await somethingSent(page);
        await sleep(Math.floor(random() * 300));
        const fault =
          (["page", "browser", "server", "database"] as const)[Math.floor(random() * 4)] ?? "page";
        const begin = performance.now();
        if (fault === "page") await page.reload({ waitUntil: "commit" }).catch(() => undefined);
        else if (fault === "browser") {
          await context.close();
          context = await opened(profile);
          page = await patiently(() => reopened(context, server.origin), 60_000);
        } else {
          if (fault === "database") process.kill(await postmasterOf(dataDir), "SIGKILL");
          await killHard(server.child);
          server = await startServer(port, environment);
        }
        backMs.push(Math.round(performance.now() - begin));
        say(`kill ${kill}/${kills}: ${fault}, ${await waiting(page)} left`);
      }
      await until(async () => (await waiting(page)) === 0, patience);
      await context.close();
      const killed = await lineOf(site, acts, backMs);
      return [killed, await overBadLine({ server, folder, random, say })];
    } finally {
      await context.close();
      await stopGently(server.child);
    }
  });

/** Waits until an act was sent, so that a kill interrupts the sending, and not the start of a page; gives up after a while. */
async function somethingSent(page: Page): Promise<void> {
  const before = await waiting(page);
  for (let end = performance.now() + 15_000; performance.now() < end; await sleep(100)) {
    const now = await waiting(page);
    if (now >= 0 && now < before) return;
  }
}

async function lineOf({ owner, project, known }: Site, acts: readonly Stored[], backMs: readonly number[]) {
  const found = new Map<string, { title: string; photos: number }>();
  const titles: string[] = [];
  for (let at = 1; at < 10; at += 1) {
    const query = { id_project: project, per_page: 100, page: at };
    const { items } = await owner.call("GET /api/annotations", { query });
    for (const { guid, title, photos } of items) {
      found.set(guid, { title, photos: photos.length });
      titles.push(title);
    }
    if (items.length < 100) break;
  }
  const snags = acts.filter(({ kind }) => kind === "snag");
  const photos = [...found.values()].reduce((sum, one) => sum + one.photos, 0);
  let disordered = 0;
  for (const [at, id] of known.entries()) {
    const history = await owner.call("GET /api/annotations/{id}/history", { params: { id } });
    const moves = history
      .toReversed()
      .flatMap(({ changes }) => changes.filter(({ field }) => field === "place"));
    const wanted = Array.from({ length: shift.moves }, (_, n) => n)
      .filter((n) => n % known.length === at)
      .map((n) => `${n + 1}%, 50%`);
    if (moves.map(({ to }) => to).join(" ") !== wanted.join(" ")) disordered += 1;
  }
  return {
    fault: `kill of page, browser, server or database while a shift of ${shift.snags} snags, ${shift.photos} photos and ${shift.moves} moves is sent`,
    times: backMs.length,
    acknowledged: `${acts.length} acts`,
    lost: snags.filter(({ guid }) => !found.has(guid)).length + Math.max(0, shift.photos - photos),
    wrong: {
      "sent twice": titles.length - new Set(titles).size + Math.max(0, photos - shift.photos),
      "pins with another order of moves": disordered,
    },
    backMs,
  };
}
