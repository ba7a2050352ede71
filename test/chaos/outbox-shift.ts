import { createHash, randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { words } from "../../e2e/words.ts";
import type { TestClient } from "../client.ts";
import { admin, until } from "./common.ts";

const t = words("en");
/** The acts of a shift. */
export const shift = { snags: 80, photos: 150, moves: 40, known: 10 } as const;
/** A record of the outbox, as `shelf.ts` stores it; the photo as base64. */
export interface Stored {
  readonly guid: string;
  readonly kind: string;
  readonly payload: object;
  readonly photo: string | null;
  readonly dependsOn: readonly string[];
  readonly sha256: string;
}

export interface Site {
  readonly owner: TestClient;
  readonly user: number;
  readonly project: number;
  readonly sheet: number;
  readonly known: readonly number[];
}

export async function siteOn(owner: TestClient, name: string): Promise<Site> {
  const { id: user } = await owner.call("GET /api/user");
  const { id: project } = await owner.call("POST /api/projects", { body: { name } });
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
export async function actsOf({ sheet, known }: Site): Promise<Stored[]> {
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

export const opened = (profile: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    ...(existsSync("/usr/bin/chromium") && { executablePath: "/usr/bin/chromium" }),
    args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--disable-background-networking"],
  });

export async function signedInPage(
  context: BrowserContext,
  origin: string,
  owner: TestClient,
): Promise<Page> {
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

export async function reopened(context: BrowserContext, origin: string): Promise<Page> {
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
  const files = given.acts.map(({ photo }) =>
    photo === null ? null : new File([Uint8Array.from(atob(photo), (one) => one.charCodeAt(0))], "photo.jpg",
      { type: "image/jpeg" }));
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

/** Runs in the page: whether the outbox's database exists. */
const asking = `indexedDB.databases().then((all) => all.some(({ name }) => name === "sitewalk-outbox"))`;

/** Waits for the database, which the outbox of the page creates once its code has been loaded. */
export const whenOutbox = (page: Page): Promise<void> => until(() => page.evaluate<boolean>(asking));

/** Puts acts into the outbox of the page, which has one by then. */
export async function fill(page: Page, acts: readonly Stored[], { user, project }: Site): Promise<void> {
  await page.evaluate(`(${filling})(${JSON.stringify({ acts, user, project })})`);
}

/** Negative while the page cannot be asked. */
export const waiting = (page: Page): Promise<number> =>
  page.evaluate<number>(`(${counting})()`).catch(() => -1);
