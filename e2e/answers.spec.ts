import type { BrowserContext, Page } from "@playwright/test";
import sharp from "sharp";
import { isolate } from "#i18n/isolate.ts";
import { readTexts } from "#i18n/text-files.ts";
import { textAt } from "#i18n/text-tree.ts";
import type { TestClient } from "#test/client.ts";
import { barriersOn } from "./barriers.ts";
import { demoProject, demoVisits } from "./demo.ts";
import { cutConnection } from "./page-errors.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { words } from "./words.ts";

test.use({ expectedErrors: [cutConnection] });

const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  serviceWorkers: "allow",
  reducedMotion: "reduce",
} as const;

/** The page of crews in a language that the application does not have. */
function crewWords(language: "ur" | "hi" | "bn") {
  const texts = readTexts(language);
  return (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
    (textAt(texts, `crews.answer.${key}`) ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
      isolate(String(values[name] ?? ""), language),
    );
}

const photo = () =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#8f6b4a" } })
    .jpeg()
    .toBuffer();

/** A crew with one person, and three snags of it: one in a 360 photo, two on a floor plan. */
async function crewOf(origin: string, language: "ur" | "hi" | "bn", name: string) {
  const { client, project } = await demoProject(origin);
  const crew = await client.call("POST /api/crews", {
    body: {
      id_project: project.id,
      name,
      trade: "Tiles",
      people: [{ name: "Bilal Ahmed", email: `${language}-crew@example.org`, language }],
    },
  });
  const [visit] = await demoVisits(origin);
  const { rooms } = await client.call("GET /api/viewer-visit", { query: { code: visit?.code ?? "" } });
  const id_crew = crew.id;
  const inRoom = await client.call("POST /api/annotations", {
    body: {
      id_visit: visit?.id ?? 0,
      id_room: rooms[0]?.id ?? 0,
      yaw: 20,
      pitch: -10,
      fov: 60,
      title: "Cracked tile beside the door",
      text: "Two tiles are cracked. Replace them and clean the joints.",
      due_date: "2026-11-02",
      id_crew,
    },
  });
  const sheets = await client.call("GET /api/maps", { query: { id_project: project.id } });
  const sheet = sheets.find(({ image }) => image !== null);
  const onPlan = (title: string, x: number) =>
    client.call("POST /api/maps/{id}/annotations", {
      params: { id: sheet?.id ?? 0 },
      body: { title, x, y: 0.4, due_date: "2027-03-01", id_crew },
    });
  const second = await onPlan("Skirting is missing", 0.3);
  const third = await onPlan("Grout has the wrong colour", 0.6);
  const person = crew.people[0]?.id ?? 0;
  const { url } = await client.call("POST /api/projects/{id}/crew-links/{person}/share", {
    params: { id: project.id, person },
    body: {},
  });
  const path = new URL(url, origin).pathname;
  return { client, project, crew, person, path, snags: [inRoom, second, third] as const };
}

async function linkOf(client: TestClient, id: number, id_crew: number) {
  const { items } = await client.call("GET /api/projects/{id}/crew-links", {
    params: { id },
    query: { id_crew },
  });
  return items[0];
}

/** Milliseconds until the largest content was painted, as the browser measured it. */
const largestPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );

/** A phone's processor on a site's connection: 1 Mbit/s, 300 ms. */
async function makeSlow(context: BrowserContext, page: Page): Promise<void> {
  const browser = await context.newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await browser.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 300,
    downloadThroughput: 125_000,
    uploadThroughput: 125_000,
  });
}

const note = (type: string, description: string) => test.info().annotations.push({ type, description });
const keep = (page: Page, name: string) => page.screenshot({ path: test.info().outputPath(`${name}.png`) });

test("a crew person answers three snags from a phone in Urdu, one without a connection, and the manager sees it", async ({
  browser,
  server: { origin },
}) => {
  const { client, project, crew, person, path, snags } = await crewOf(origin, "ur", "Tilers North");
  const [first, second, third] = snags;
  const t = crewWords("ur");
  const context = await browser.newContext({ ...phone, locale: "ur-PK" });
  const page = await context.newPage();

  // As programs do that check emails: nothing counts as seen.
  for (let time = 0; time < 10; time += 1) {
    await context.request.head(origin + path);
    await context.request.get(origin + path);
    await context.request.get(`${origin}/api/answers/${path.split("/")[2]}`);
  }
  const stateNow = () => linkOf(client, project.id, crew.id);
  const { seen_at, answered_at } = (await stateNow()) ?? {};
  expect({ seen_at, answered_at }).toEqual({ seen_at: null, answered_at: null });

  let presses = 1; // The link in the message.
  const began = Date.now();
  await page.goto(origin + path);
  await expect(page.locator("html")).toHaveAttribute("lang", "ur");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("link", { name: first.title })).toBeVisible();
  note("largest paint, ms", String(Math.round(await largestPaint(page))));
  await keep(page, "list-ur");
  expect(await barriersOn(page)).toEqual([]);

  await page.getByRole("link", { name: first.title }).click();
  presses += 1;
  await expect(page.getByRole("heading", { name: first.title })).toBeVisible();
  await expect.poll(async () => (await stateNow())?.seen_at).not.toBeNull();
  await keep(page, "snag-ur");
  expect(await barriersOn(page)).toEqual([]);
  await page
    .getByLabel(t("form.take"))
    .setInputFiles({ name: "tile.jpg", mimeType: "image/jpeg", buffer: await photo() });
  presses += 1;
  await page.getByRole("button", { name: t("form.done") }).click();
  presses += 1;
  await expect(page.getByText(t("states.sent"))).toBeVisible();
  note("presses from the message to an answer with a photo", String(presses));
  note("milliseconds from the message to the answer on the server", String(Date.now() - began));
  expect(presses).toBeLessThanOrEqual(4);
  await keep(page, "sent-ur");

  // The exact view of that one 360 photo.
  await page.goto(`${origin}${path}?snag=${first.id}`);
  await page.getByRole("button", { name: t("around.open") }).click();
  const around = page.getByRole("dialog", { name: first.title });
  await expect(around.locator("canvas")).toBeVisible();
  await expect(around.getByRole("img", { name: t("around.pin") })).toBeVisible();
  await keep(page, "around-ur");
  await around.getByRole("button", { name: t("close") }).click();
  await expect(around).toBeHidden();

  // Without a connection: the page opens again, and the answer waits on the device.
  await page.goto(`${origin}${path}?snag=${second.id}`);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const kept = await (await caches.open("sitewalk-visits")).keys();
        return (
          navigator.serviceWorker.controller !== null && kept.some(({ url }) => url.includes("/answer/"))
        );
      }),
    )
    .toBe(true);
  await context.setOffline(true);
  await page.getByRole("button", { name: t("form.started") }).click();
  await expect(page.getByText(t("states.waiting"))).toBeVisible();
  await keep(page, "waiting-ur");
  await page.reload();
  await expect(page.getByText(t("states.waiting"))).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await context.setOffline(false);
  const statusOf = async (id: number) =>
    (await client.call("GET /api/annotations/{id}", { params: { id } })).status;
  await expect.poll(() => statusOf(second.id)).toBe("in_work");
  await expect(page.getByText(t("states.sent"))).toBeVisible();

  await page.getByRole("button", { name: t("states.next") }).click();
  await expect(page.getByRole("heading", { name: third.title })).toBeVisible();
  await page.getByRole("button", { name: t("form.dispute"), exact: true }).click();
  const dispute = page.getByRole("dialog");
  await dispute.getByRole("button", { name: t("dispute.send") }).click();
  await expect(dispute.getByText(t("dispute.required"))).toBeVisible();
  await keep(page, "dispute-ur");
  const reason = "یہ رنگ منظور شدہ نمونے کے مطابق ہے";
  await dispute.getByRole("textbox", { name: t("dispute.reason") }).fill(reason);
  await dispute.getByRole("button", { name: t("dispute.send") }).click();
  await expect(page.getByText(t("states.sent"))).toBeVisible();
  await expect.poll(() => statusOf(third.id)).toBe("disputed");
  const answersTo = async (id: number) =>
    (await client.call("GET /api/annotations/{id}/answers", { params: { id } })).map(({ kind }) => kind);
  expect(await answersTo(second.id), "sent once").toEqual(["started"]);

  const m = words("en");
  const manager = await signedIn(browser, origin, {
    language: "en",
    viewport: { width: 1440, height: 900 },
  });
  expect(await answersTo(first.id)).toEqual(["done"]);
  await manager.goto(`${origin}/snags/${first.id}?view=list&id_project=${project.id}`);
  await expect(manager.getByRole("heading", { name: first.title })).toBeVisible();
  const region = manager.getByRole("region", { name: m("crews.screens.answers.title") });
  await expect(region).toContainText("Bilal Ahmed");
  await expect(region.getByRole("img", { name: m("crews.screens.answers.photo", { n: 1 }) })).toBeVisible();
  await keep(manager, "manager");
  await manager.goto(`${origin}/snags/${third.id}?view=list&id_project=${project.id}`);
  await expect(manager.getByRole("region", { name: m("snags.flow.label") })).toContainText(reason);
  await keep(manager, "manager-dispute");

  // A forwarded link is cut by one press.
  await manager.goto(`${origin}/crews/${project.id}`);
  await manager.getByRole("button", { name: m("crews.screens.show", { name: "Tilers North" }) }).click();
  await manager.getByRole("button", { name: m("crews.screens.link.revoke") }).click();
  await expect(manager.getByText(m("crews.screens.link.revoked", { name: "Bilal Ahmed" }))).toBeVisible();
  await keep(manager, "crews");
  expect(await barriersOn(manager)).toEqual([]);
  await page.goto(origin + path);
  await expect(page.getByRole("heading", { name: t("ended.title") })).toBeVisible();
  expect(await page.content()).not.toContain(project.name);
  expect((await linkOf(client, project.id, crew.id))?.id_person).toBe(person);
  await manager.context().close();
  await context.close();
});

test("opens on a slow phone with its first snags", async ({ browser, server: { origin } }) => {
  const { path, snags } = await crewOf(origin, "bn", "Tilers South");
  const context = await browser.newContext({ ...phone, serviceWorkers: "block" });
  const page = await context.newPage();
  await makeSlow(context, page);
  await page.goto(origin + path);
  await expect(page.getByRole("link", { name: snags[0].title })).toBeVisible();
  note(
    "largest paint at 1 Mbit/s, 300 ms and a quarter of the processor, ms",
    String(Math.round(await largestPaint(page))),
  );
  await keep(page, "slow-bn");
  await context.close();
});
