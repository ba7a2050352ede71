import type { Page } from "@playwright/test";
import { TestClient } from "#test/client.ts";
import { barriersOn } from "./barriers.ts";
import { mspdi, type PlannedTask } from "./mspdi.ts";
import { adminClient, makePerson, password } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { words } from "./words.ts";

/** Begun two months ago: some of it is done, some is late, some is still ahead. */
const begun = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);
const tasks: readonly PlannedTask[] = [
  { uid: 1, level: 1, name: "Substructure" },
  { uid: 2, level: 2, name: "Excavation", days: 15, percent: 100, isCritical: true, slip: 0 },
  { uid: 3, level: 2, name: "Raft foundation", days: 15, after: [2], percent: 40, isCritical: true, slip: 2 },
  { uid: 4, level: 2, name: "Backfill", days: 10, after: [{ uid: 3, kind: "SS" }], slip: 2 },
  { uid: 5, level: 2, name: "Substructure complete", days: 0, after: [3, 4] },
  { uid: 6, level: 1, name: "Superstructure" },
  { uid: 7, level: 2, name: "Columns", days: 25, after: [3], isCritical: true },
  { uid: 8, level: 2, name: "Roof slab", days: 30, after: [7], isCritical: true },
];
const file = (name: string, of: readonly PlannedTask[]) => ({
  name,
  mimeType: "text/xml",
  buffer: Buffer.from(mspdi({ name: "Quay house", start: begun, tasks: of })),
});

const setTool = async (origin: string, ms_project_enabled: boolean) =>
  (await adminClient(origin)).call("PUT /api/settings", { body: { ms_project_enabled } });

/** A user with a project of their own. */
async function builder(origin: string, name: string) {
  const person = await makePerson(origin, name, "administrator");
  const client = new TestClient(origin);
  await client.call("POST /api/login", { body: { username_l: name, password_l: password } });
  const { id } = await client.call("POST /api/projects", { body: { name: `Quay house ${name}` } });
  return { person, client, id };
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await barriersOn(page, { onlySerious: true })).toEqual([]);
}

test("shows the MS Project menu entry only while it is on for the site and for the account", async ({
  browser,
  server: { origin },
}) => {
  const t = words("en");
  const person = await makePerson(origin, "planner-flags");
  const admin = await adminClient(origin);
  const page = await signedIn(browser, origin, { language: "en", who: person });
  for (const [site, account] of [
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ] as const) {
    await setTool(origin, site);
    await admin.call("PUT /api/users/{id}", {
      params: { id: person.id },
      body: { ms_project_enabled: account },
    });
    await page.goto(`${origin}/msproject`);
    const menu = page.getByRole("navigation", { name: t("shell.sidebar.label") });
    await expect(menu.getByRole("link", { name: t("shell.titles.projects") })).toBeVisible();
    const isOpen = site && account;
    await expect(menu.getByRole("link", { name: t("shell.titles.ms_project") })).toHaveCount(isOpen ? 1 : 0);
    const reason = !site ? "site" : "account";
    await expect(
      page.getByText(t(isOpen ? "common.no_projects.title" : `schedules.off.${reason}`)),
    ).toBeVisible();
  }
  await page.context().close();
});

test("imports a schedule from Microsoft Project, takes site updates, compares progress, and exports it (en)", async ({
  browser,
  server: { origin },
}) => {
  const t = words("en");
  await setTool(origin, false);
  const { person, id } = await builder(origin, "planner-en");
  const page = await signedIn(browser, origin, {
    language: "en",
    who: person,
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
  });

  // Off: the address explains, the menu does not offer it.
  await page.goto(`${origin}/msproject/${id}`);
  await expect(page.getByText(t("schedules.off.title"))).toBeVisible();
  const menu = page.getByRole("navigation", { name: t("shell.sidebar.label") });
  await expect(menu.getByRole("link", { name: t("shell.titles.ms_project") })).toHaveCount(0);
  await setTool(origin, true);
  await page.goto(`${origin}/projects`);
  await menu.getByRole("link", { name: t("shell.titles.ms_project") }).click();
  await expect(page).toHaveURL(new RegExp(`/msproject/${id}$`));

  // The changes of a file are previewed before any is applied.
  await page.locator("input[type=file]").setInputFiles(file("quay-house.xml", tasks));
  await expect(page.getByRole("heading", { name: t("schedules.preview.title") })).toBeVisible();
  await expect(page.getByText("Raft foundation")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: t("schedules.preview.apply_first") }).click();
  const chart = page.getByRole("treegrid");
  await expect(chart).toBeVisible();
  await expect(chart.getByRole("row", { name: /Raft foundation/ })).toBeVisible();
  await expect(page.getByText(/behind schedule/).first()).toBeVisible();
  await expectAccessible(page);

  // To a task by keyboard alone, and a site update for it.
  await chart.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Raft foundation" });
  const figure = panel.getByRole("textbox", { name: t("schedules.task.percent") });
  await expectAccessible(page);
  await figure.fill("70");
  await figure.press("Tab");
  await panel.getByRole("button", { name: t("schedules.task.save"), exact: true }).click();
  await expect(page.getByText(/^Raft foundation: 70\s?%$/)).toBeVisible();
  await expect(panel.getByText(/^Recorded by/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();

  // Exported to Project, and unchanged when imported again.
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: t("schedules.export") }).click();
  const exported = await (await downloading).path();
  await page.getByRole("button", { name: t("schedules.import.again") }).click();
  await page.locator("input[type=file]").setInputFiles(exported);
  await expect(page.getByRole("heading", { name: t("schedules.preview.same_title") })).toBeVisible();
  await page.getByRole("button", { name: t("schedules.import.back"), exact: true }).click();
  await expect(chart).toBeVisible();

  // A later version of the schedule: one task is new, one longer, one gone; the one with a site update stays.
  const later = tasks
    .filter(({ uid }) => uid !== 4)
    .map((task): PlannedTask => (task.uid === 8 ? { ...task, days: 40 } : task))
    .map((task): PlannedTask => (task.uid === 5 ? { ...task, after: [3] } : task));
  await page.getByRole("button", { name: t("schedules.import.again") }).click();
  await page
    .locator("input[type=file]")
    .setInputFiles(
      file("quay-house-2.xml", [...later, { uid: 9, level: 2, name: "Parapet", days: 5, after: [8] }]),
    );
  const list = page.getByRole("list", { name: t("schedules.preview.list") });
  await expect(list.getByRole("listitem").filter({ hasText: "Parapet" })).toBeVisible();
  await expect(list.getByRole("listitem").filter({ hasText: "Backfill" })).toBeVisible();
  await expect(list.getByRole("listitem").filter({ hasText: "Roof slab" })).toContainText(/30 days.*40 days/);
  await expect(list.getByRole("listitem").filter({ hasText: "Raft foundation" })).toHaveCount(0);
  await page.getByRole("button", { name: t("schedules.preview.apply"), exact: true }).click();
  await expect(chart.getByRole("row", { name: /Parapet/ })).toBeVisible();
  await expect(chart.getByRole("row", { name: /Backfill/ })).toHaveCount(0);
  await expect(chart.getByRole("row", { name: /Raft foundation/ })).toContainText(/70\s?%/);

  // Progress is compared to the schedule; the figures behind the lines are a table.
  await page
    .getByRole("link", { name: t("schedules.summary.to_progress") })
    .first()
    .click();
  const against = page.getByRole("region", { name: new RegExp(`^${t("progress.plan.title")}`) });
  await expect(against.getByText(/% behind schedule$/)).toBeVisible();
  await against.getByRole("button", { name: new RegExp(t("progress.plan.chart")) }).click();
  await expect(against.getByRole("table", { name: t("progress.plan.chart") })).toBeVisible();
  await expectAccessible(page);

  // And on the project's own page.
  await page.goto(`${origin}/project/${id}`);
  await expect(page.getByRole("heading", { name: t("schedules.panel.title"), exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: /Substructure complete/ })).toBeVisible();
  await page.context().close();
});

test("on a phone in Arabic time runs from right to left, and a tap opens a task (ar)", async ({
  browser,
  server: { origin },
}) => {
  const t = words("ar");
  await setTool(origin, true);
  const { person, client, id } = await builder(origin, "planner-ar");
  const params = { id };
  const { buffer, name } = file("quay-house.xml", tasks);
  const { body } = await client.upload(
    "POST /api/projects/{id}/schedule/preview",
    {},
    { file: { name, bytes: buffer } },
    { params },
  );
  const { token } = (body as { data: { token: string } }).data;
  await client.call("POST /api/projects/{id}/schedule", { params, body: { token } });
  const page = await signedIn(browser, origin, {
    language: "ar",
    who: person,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    colorScheme: "dark",
  });
  await page.goto(`${origin}/msproject/${id}`);
  const bar = (uid: number) => page.locator(`[data-uid="${uid}"] .gantt-bar`);
  await expect(bar(2)).toBeVisible();
  const [first, next] = [await bar(2).boundingBox(), await bar(3).boundingBox()];
  expect((first?.x ?? 0) + (first?.width ?? 0)).toBeGreaterThan((next?.x ?? 0) + (next?.width ?? 0));
  // The page itself never scrolls sideways: only the chart does.
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await expectAccessible(page);

  await page.getByRole("row", { name: /Backfill/ }).tap();
  const panel = page.getByRole("complementary", { name: "Backfill" });
  const figure = panel.getByRole("textbox", { name: t("schedules.task.percent") });
  await figure.fill("25");
  await figure.press("Tab");
  await panel.getByRole("button", { name: t("schedules.task.save"), exact: true }).tap();
  const undo = page.getByRole("button", { name: t("common.undo") });
  await undo.tap();
  await expect(figure).toHaveValue(/^\u200e?0/);
  // A fading element is not checked for contrast.
  await expect(undo).toHaveCount(0);
  await expectAccessible(page);
  await panel.getByRole("button", { name: t("common.close") }).tap();
  await expect(panel).toBeHidden();
  await page.context().close();
});
