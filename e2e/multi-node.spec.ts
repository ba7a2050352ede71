import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { killHard, stopGently } from "#test/chaos/server-process.ts";
import { type Installation, startInstallation } from "#test/multi-node/installation.ts";
import { test } from "./base-test.ts";
import { completeProfile } from "./complete-profile.ts";
import { openLine } from "./network-line.ts";
import { cutConnection } from "./page-errors.ts";
import { adminClient } from "./people.ts";
import { admin } from "./server.ts";
import { SiteManager } from "./site-manager.ts";
import { words } from "./words.ts";

// The first node ends in the middle of an upload.
test.use({ expectedErrors: [new RegExp(`^PATCH 502 \\S+/api/uploads/|${cutConnection.source}`)] });

let installation: Installation;
test.beforeAll(async () => {
  installation = await startInstallation();
  await completeProfile(installation.proxy.origin, admin);
});
test.afterAll(() => installation?.stop());

/** A picture of several parts: noise does not compress. */
const grainy = () =>
  sharp({
    create: {
      width: 3840,
      height: 1920,
      channels: 3,
      background: "black",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 97 })
    .toBuffer();

const shareSent = async (page: Page) =>
  Number(
    await page
      .getByRole("progressbar", { name: "hall" })
      .first()
      .getAttribute("aria-valuenow", { timeout: 5_000 })
      .catch(() => "0"),
  );

test("keeps an upload and the session when the user moves to another node while the first one ends", async ({
  browser,
}) => {
  const { proxy, webs } = installation;
  const t = words("en");
  const client = await adminClient(proxy.origin);
  const project = await client.call("POST /api/projects", { body: { name: "Two machines" } });
  const bytes = await grainy();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB" });
  const page = await context.newPage();
  const line = await openLine(page);
  const begun: string[] = [];
  const refused: string[] = [];
  page.on("response", (response) => {
    const address = response.headers()["location"];
    if (response.request().method() === "POST" && address?.startsWith("/api/uploads/")) begun.push(address);
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });

  // On the first node: signing in, and half of a picture.
  proxy.pin(0);
  const manager = new SiteManager(page, t);
  await manager.signIn(proxy.origin, admin);
  await line.slow(800_000);
  await page
    .getByRole("button", { name: t("shell.top_bar.create") })
    .first()
    .click();
  await page.getByRole("menuitem", { name: t("visits.new") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("visits.name"), { exact: false }).first().fill("Moved walk");
  await dialog.getByRole("combobox", { name: t("visits.project") }).click();
  await page.getByRole("option", { name: project.name }).click();
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: "hall.jpg", mimeType: "image/jpeg", buffer: bytes });
  await expect(dialog.getByRole("img", { name: t("visits.preview_of", { name: "" }).trim() })).toHaveCount(1);
  await dialog.getByRole("button", { name: t("visits.add"), exact: true }).click();
  await expect.poll(() => shareSent(page), { intervals: [100] }).toBeGreaterThan(30);

  // The second node takes over; the first one is asked to end, and killed before it has.
  proxy.pin(1);
  const [first] = webs;
  if (first === undefined) throw new Error("There is no first node.");
  void stopGently(first.child);
  await page.waitForTimeout(400);
  await killHard(first.child);
  await line.free();

  // The same upload continues to its end, with the session and the CSRF token of the first node; and the socket, which
  // reconnected here, reports when the picture is processed.
  await page.waitForURL(/\/editvisit\/\d+/);
  expect(begun).toHaveLength(1);
  await expect(page.getByRole("link", { name: t("visits.open_room", { name: "hall" }) })).toBeVisible();
  const { items } = await client.call("GET /api/visits", { query: { id_project: project.id } });
  const visit = await client.call("GET /api/visits/{id}", { params: { id: items[0]?.id ?? 0 } });
  expect(visit.rooms.map(({ picture }) => picture.state)).toEqual(["ready"]);
  const { picture } = visit.rooms[0] ?? {};
  const address = `${proxy.origin}${picture?.thumbnail ?? ""}`;
  expect((await page.request.get(address)).status()).toBe(200);

  await page.reload();
  await expect(page.getByText("Moved walk").first()).toBeVisible();

  // A new first node, with a user routed to it: still signed in, and the picture's address works there as well.
  await installation.startWeb(0);
  await expect.poll(() => proxy.ready()).toEqual([0, 1]);
  proxy.pin(0);
  await page.reload();
  await expect(page.getByText("Moved walk").first()).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(200);
  expect(proxy.counts().answered[0]).toBeGreaterThan(0);
  // The part in transit to the killed node was lost and sent again; nothing else was refused.
  const isExpected = (text: string) => /^(?:404|409|423|503) |^502 \S+\/api\/uploads\//.test(text);
  expect(refused.filter((text) => !isExpected(text))).toEqual([]);
  await context.close();
});
