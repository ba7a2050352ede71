import { createHash, randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { words } from "../../e2e/words.ts";
import type { TestClient } from "../client.ts";
import { admin, inFolder, patiently, signedIn, until } from "./common.ts";
import type { Drill } from "./faults.ts";
import { webRoot } from "./link-browser.ts";
import {
  freePort,
  killHard,
  postmasterOf,
  type ServerProcess,
  startServer,
  stopGently,
} from "./server-process.ts";

const t = words("en");
/** The acts of a shift. */
const shift = { snags: 80, photos: 150, moves: 40, known: 10 } as const;
/** Milliseconds before what waits must have arrived after the last fault. */
const patience = 600_000;

/** A record of the outbox, as `shelf.ts` stores it; the photo as base64. */
interface Stored {
  readonly guid: string;
  readonly kind: string;
  readonly payload: object;
  readonly photo: string | null;
  readonly dependsOn: readonly string[];
  readonly sha256: string;
}

interface Site {
  readonly owner: TestClient;
  readonly user: number;
  readonly project: number;
  readonly sheet: number;
  readonly known: readonly number[];
}

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
      const site = await siteOn(await signedIn(server.origin));
      const acts = await actsOf(site);
      await fill(await signedInPage(context, server.origin, site.owner), acts, site);
      let page = await reopened(context, server.origin);
      for (let kill = 1; kill <= kills && (await waiting(page)) !== 0; kill += 1) {
        await sleep(Math.floor(random() * 1500));
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
      return [await lineOf(site, acts, backMs)];
    } finally {
      await context.close();
      await stopGently(server.child);
    }
  });

async function siteOn(owner: TestClient): Promise<Site> {
  const { id: user } = await owner.call("GET /api/user");
  const { id: project } = await owner.call("POST /api/projects", { body: { name: "Basement" } });
  const { id: sheet } = await owner.call("POST /api/maps", {
    body: { id_project: project, name: "Level -2" },
  });
  const known: number[] = [];
  for (let n = 0; n < shift.known; n += 1) {
    const body = { title: `Known ${n}`, x: 0.5, y: 0.5 };
    known.push((await owner.call("POST /api/maps/{id}/annotations", { params: { id: sheet }, body })).id);
  }
  return { owner, user, project, sheet, known };
}

/** New snags, photos of them, and pins that are moved several times, in the order of the shift. */
async function actsOf({ sheet, known }: Site): Promise<Stored[]> {
  const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background: "#987" } })
    .jpeg()
    .toBuffer();
  const act = (kind: string, payload: object, more: Partial<Stored> = {}): Stored => {
    const content = more.photo == null ? JSON.stringify(payload) : Buffer.from(more.photo, "base64");
    const sha256 = createHash("sha256").update(content).digest("hex");
    return { guid: randomUUID(), kind, payload, photo: null, dependsOn: [], sha256, ...more };
  };
  const snags = Array.from({ length: shift.snags }, (_, n) =>
    act("snag", { fields: { title: `Snag ${n}` }, at: { id_sheet: sheet, x: n / 100, y: 0.2 }, where: "" }),
  );
  const photos = Array.from({ length: shift.photos }, (_, n) => {
    const snag = snags[n % snags.length];
    // Every tenth is large and goes in parts.
    const bytes = Buffer.concat([picture, randomBytes(n % 10 === 0 ? 900_000 : 2000)]).toString("base64");
    const payload = { snag: { guid: snag?.guid }, title: "", kind: "before" };
    return act("snag_photo", payload, { photo: bytes, dependsOn: [snag?.guid ?? ""] });
  });
  const last = new Map<number, { guid: string; x: number }>();
  const moves = Array.from({ length: shift.moves }, (_, n) => {
    const id = known[n % known.length] ?? 0;
    const before = last.get(id);
    const x = (n + 1) / 100;
    const from = { id_sheet: sheet, x: before?.x ?? 0.5, y: 0.5 };
    const value = { id_sheet: sheet, x, y: 0.5 };
    const payload = {
      snag: { id },
      title: "",
      field: "place",
      value,
      from,
      display: { x },
      shown: String(x),
    };
    const move = act("snag_change", payload, { dependsOn: before === undefined ? [] : [before.guid] });
    last.set(id, { guid: move.guid, x });
    return move;
  });
  return [...snags, ...photos, ...moves];
}

const opened = (profile: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    ...(existsSync("/usr/bin/chromium") && { executablePath: "/usr/bin/chromium" }),
    args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--disable-background-networking"],
  });

async function signedInPage(context: BrowserContext, origin: string, owner: TestClient): Promise<Page> {
  const { id } = await owner.call("GET /api/user");
  const body = { first_name: "Site", last_name: "Walker" };
  await owner.call("PUT /api/users/{id}", { params: { id }, body });
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${origin}/login`);
  await page.getByLabel(t("auth.name")).fill(admin.ADMIN_EMAIL);
  await page.getByRole("textbox", { name: t("auth.password") }).fill(admin.ADMIN_PASSWORD);
  await page.getByText(t("auth.remember")).click();
  await page.getByRole("button", { name: t("auth.submit"), exact: true }).click();
  await page.waitForURL("**/dashboard");
  return page;
}

async function reopened(context: BrowserContext, origin: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${origin}/waiting`, { waitUntil: "commit" });
  return page;
}

/** Runs in the page: puts acts into the outbox's database. */
const filling = `async (given) => {
  const base = await new Promise((done, fail) => {
    const opening = indexedDB.open("sitewalk-outbox");
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => fail(opening.error);
  });
  const files = await Promise.all(given.acts.map(async ({ photo }) =>
    photo === null ? null : new File([await (await fetch("data:image/jpeg;base64," + photo)).blob()], "photo.jpg",
      { type: "image/jpeg" })));
  await new Promise((done, fail) => {
    const writing = base.transaction("acts", "readwrite");
    writing.oncomplete = () => done();
    writing.onabort = () => fail(writing.error);
    given.acts.forEach((act, order) => writing.objectStore("acts").put({ ...act, form: 1, photo: undefined,
      file: files[order], user: given.user, project: given.project, order, capturedAt: new Date().toISOString(),
      state: "waiting" }));
  });
  base.close();
}`;

/** Runs in the page: the number of acts in the outbox's database. */
const counting = `() => new Promise((done) => {
  const opening = indexedDB.open("sitewalk-outbox");
  opening.onerror = () => done(-1);
  opening.onsuccess = () => {
    const count = opening.result.transaction("acts").objectStore("acts").count();
    count.onsuccess = () => {
      opening.result.close();
      done(count.result);
    };
  };
})`;

async function fill(page: Page, acts: readonly Stored[], { user, project }: Site): Promise<void> {
  // The outbox of the page creates the database.
  await page.waitForTimeout(5000);
  await page.evaluate(`(${filling})(${JSON.stringify({ acts, user, project })})`);
}

/** Negative while the page cannot be asked. */
const waiting = (page: Page): Promise<number> => page.evaluate<number>(`(${counting})()`).catch(() => -1);

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
