import { expect, type Locator, type Page } from "@playwright/test";
import type { Snag } from "#contract/snags.ts";
import { type AutodeskService, application, startAutodeskService } from "#test/autodesk-service/index.ts";
import { ClickupService } from "#test/clickup-service/index.ts";
import type { TestClient } from "#test/client.ts";
import { MondayService } from "#test/monday-service/index.ts";
import { environmentOf } from "#test/tool-service/tool-service.ts";
import { TrelloService } from "#test/trello-service/index.ts";
import { startReceiver } from "#test/webhooks/receiver.ts";
import { mspdi, type PlannedTask } from "./mspdi.ts";
import type { Studio } from "./shell-screens.ts";
import { words } from "./words.ts";

/** Stand-ins for all external services, on the loopback. */
export async function startOutside() {
  const [trello, monday, clickup, autodesk, receiver] = await Promise.all([
    TrelloService.start(),
    MondayService.start(),
    ClickupService.start(),
    startAutodeskService(),
    startReceiver(),
  ]);
  const tools = environmentOf(trello, monday, clickup);
  return {
    trello,
    monday,
    clickup,
    autodesk,
    receiver,
    environment: {
      INTEGRATION_ENDPOINTS: JSON.stringify({
        ...(JSON.parse(tools.INTEGRATION_ENDPOINTS) as object),
        autodesk: autodesk.endpoints,
      }),
    },
    close: () => Promise.all([trello, monday, clickup, autodesk, receiver].map((one) => one.close())),
  };
}
type Outside = Awaited<ReturnType<typeof startOutside>>;

interface Place {
  /** The address as users open it: external services redirect back to this name. */
  readonly origin: string;
  readonly client: TestClient;
  /** Of the signed-in user; requested again when a token is created. */
  readonly password: string;
  readonly outside: Outside;
  readonly page: Page;
}
export interface OutsideSite {
  readonly origin: string;
  readonly client: TestClient;
  readonly signIn: (page: Page) => Promise<void>;
  readonly autodesk: AutodeskService;
  readonly id_project: number;
  readonly snag: Snag;
}

/** The villa of the demo site as its builder planned it: begun in winter, and now behind schedule. */
const planned: readonly PlannedTask[] = [
  { uid: 1, level: 1, name: "Structure" },
  { uid: 2, level: 2, name: "Excavation", days: 15, percent: 100, isCritical: true, slip: 0 },
  {
    uid: 3,
    level: 2,
    name: "Raft foundation",
    days: 20,
    after: [2],
    percent: 100,
    isCritical: true,
    slip: 2,
  },
  { uid: 4, level: 2, name: "Ground floor columns", days: 20, after: [3], percent: 100, slip: 2 },
  {
    uid: 5,
    level: 2,
    name: "First floor slab",
    days: 25,
    after: [4],
    percent: 100,
    isCritical: true,
    slip: 4,
  },
  { uid: 6, level: 2, name: "Roof slab", days: 25, after: [5], percent: 100, isCritical: true, slip: 6 },
  { uid: 7, level: 2, name: "Structure complete", days: 0, after: [6], percent: 100, slip: 6 },
  { uid: 8, level: 1, name: "Envelope" },
  { uid: 9, level: 2, name: "Block work", days: 35, after: [{ uid: 5, kind: "SS" }], percent: 100, slip: 4 },
  { uid: 10, level: 2, name: "Windows and doors", days: 30, after: [9], percent: 80, slip: 4 },
  {
    uid: 11,
    level: 2,
    name: "Roof waterproofing",
    days: 15,
    after: [7],
    percent: 60,
    isCritical: true,
    slip: 6,
  },
  { uid: 12, level: 1, name: "Fit-out" },
  {
    uid: 13,
    level: 2,
    name: "Electrical and plumbing, first fix",
    days: 45,
    after: [9],
    percent: 70,
    slip: 4,
  },
  { uid: 14, level: 2, name: "Plaster", days: 40, after: [11], percent: 25, isCritical: true, slip: 6 },
  { uid: 15, level: 2, name: "Floor tiles", days: 35, after: [14], isCritical: true, slip: 6 },
  { uid: 16, level: 2, name: "Joinery and paint", days: 30, after: [15], isCritical: true, slip: 6 },
  { uid: 17, level: 2, name: "Handover", days: 0, after: [16], slip: 6 },
];
/** The planner's update a month later: one task longer, one gone, two more. */
const plannedAnew: readonly PlannedTask[] = [
  ...planned
    .filter(({ uid }) => uid < 17)
    .map((task): PlannedTask => (task.uid === 14 ? { ...task, days: 50, percent: 40 } : task))
    .map((task): PlannedTask => (task.uid === 10 ? { ...task, percent: 100 } : task)),
  { uid: 18, level: 2, name: "Pool", days: 25, after: [11] },
  { uid: 19, level: 2, name: "Garden and driveway", days: 20, after: [18] },
];
const schedule = (of: readonly PlannedTask[]) =>
  Buffer.from(mspdi({ name: "Palm Court Villa", start: "2026-05-04", tasks: of }));

/** Starts the demo site with an account at every external service, and a sync history. */
export async function openOutsideSite(
  { origin, client, password, outside, page }: Place,
  signIn: OutsideSite["signIn"],
): Promise<OutsideSite> {
  const { trello, monday, clickup, autodesk, receiver } = outside;
  await client.call("PUT /api/settings", {
    body: {
      ...trello.settings,
      ...monday.settings,
      ...clickup.settings,
      adsk_enable: true,
      adsk_client_id: application.id,
      adsk_client_secret: application.secret,
      ms_project_enabled: true,
      webhook_networks: ["127.0.0.1"],
    },
  });
  const { items } = await client.call("GET /api/projects", { query: { search: "Palm Court Villa" } });
  const [project] = items;
  if (project === undefined) throw new Error("The demo site has no project.");
  const snags = await client.call("GET /api/annotations", { query: { id_project: project.id } });
  const [snag] = snags.items;
  if (snag === undefined) throw new Error("The demo site has no snag.");
  await planProject(client, project.id);
  await makeTokens(client, password);
  await listen(client, receiver, project.id);
  await sendSnags(client, trello, project.id, snags.items);
  await client.call("POST /api/tools/{tool}/connection", {
    params: { tool: "clickup" },
    body: clickup.token,
  });
  await mapBoard(client, "clickup", project.id, /Tower A/, ["to do", "in progress", "review", "complete"]);
  await bringModels(client, page, origin);
  return { origin, client, signIn, autodesk, id_project: project.id, snag };
}

async function planProject(client: TestClient, id: number): Promise<void> {
  const file = { name: "palm-court.xml", bytes: schedule(planned) };
  const { body } = await client.upload(
    "POST /api/projects/{id}/schedule/preview",
    {},
    { file },
    { params: { id } },
  );
  const { token } = (body as { data: { token: string } }).data;
  await client.call("POST /api/projects/{id}/schedule", { params: { id }, body: { token } });
  const sheets = await client.call("GET /api/maps", { query: { id_project: id } });
  const told = [
    ["2026-03-18", 15],
    ["2026-05-20", 35],
    ["2026-07-22", 55],
    ["2026-09-30", 72],
  ] as const;
  for (const [index, sheet] of sheets.entries())
    for (const [on_date, percent] of told)
      await client.call("POST /api/progress-entries", {
        body: {
          id_project: id,
          id_sheet: sheet.id,
          percent: Math.max(percent - index * 12, 0),
          on_date,
        },
      });
}

async function makeTokens(client: TestClient, password: string): Promise<void> {
  for (const [name, scopes, expires_in_days] of [
    ["Upload from the site camera", ["visits:write"], 365],
    ["Weekly report", ["projects:read", "snags:read", "reports:write"], 90],
  ] as const)
    await client.call("POST /api/tokens", {
      body: { name, scopes: [...scopes], expires_in_days, password },
    });
}

/** Registers a webhook for snags; its last delivery failed. */
async function listen(client: TestClient, receiver: Outside["receiver"], id_project: number): Promise<void> {
  receiver.state.answer = ({ body }) =>
    body.includes('"snag.commented"')
      ? { status: 503, text: "The register is closed for the night." }
      : { status: 200, text: "Thank you" };
  await client.call("POST /api/webhooks", {
    body: {
      url: "https://models.example.org/hooks/visits",
      description: "Nightly comparison with the model",
      events: ["visit.created", "sheet.changed"],
    },
  });
  const register = await client.call("POST /api/webhooks", {
    body: {
      url: receiver.url.replace("hook", "snag-register"),
      description: "Snag register of the client",
      id_project,
      events: ["snag.created", "snag.changed", "snag.commented", "snag.deleted"],
    },
  });
  const heard = (count: number) => expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(count);
  await client.call("POST /api/webhooks/{id}/ping", { params: { id: register.id } });
  const [sheet] = await client.call("GET /api/maps", { query: { id_project } });
  const { id } = await client.call("POST /api/maps/{id}/annotations", {
    params: { id: sheet?.id ?? 0 },
    body: { title: "Crack beside the door frame", x: 0.62, y: 0.35 },
  });
  await heard(2);
  await client.call("PUT /api/annotations/{id}", { params: { id }, body: { priority: "high" } });
  await heard(3);
  await client.call("POST /api/annotations/{id}/comments", {
    params: { id },
    body: { text: "Is this the door that was replaced last week?" },
  });
  await heard(4);
}

async function mapBoard(
  client: TestClient,
  tool: "clickup" | "trello",
  id: number,
  name: RegExp,
  [open, inWork, ready, closed]: readonly [string, string, string, string],
): Promise<void> {
  const { items } = await client.call("GET /api/tools/{tool}/boards", { params: { tool }, query: {} });
  const board = items.find((one) => name.test(one.name))?.id ?? "";
  const detail = await client.call("GET /api/tools/{tool}/boards/{board}", { params: { tool, board } });
  const of = (status: string) => detail.statuses.find((one) => one.name === status)?.id ?? null;
  await client.call("PUT /api/projects/{id}/tools/{tool}", {
    params: { id, tool },
    body: {
      board: detail.id,
      section: detail.sections[0]?.id ?? null,
      statuses: { open: of(open), in_work: of(inWork), ready: of(ready), closed: of(closed) },
    },
  });
}

/** Sends five snags to cards; two are moved there, one is deleted, and one arrives without its picture. */
async function sendSnags(
  client: TestClient,
  trello: TrelloService,
  id: number,
  snags: readonly Snag[],
): Promise<void> {
  const params = { tool: "trello" } as const;
  await client.call("POST /api/tools/{tool}/connection", { params, body: trello.token });
  await mapBoard(client, "trello", id, /^Tower A$/, ["To do", "Doing", "Review", "Done"]);
  const send = (of: readonly Snag[]) =>
    client.call("POST /api/tools/{tool}/annotations", {
      params,
      body: { ids: of.map((one) => one.id) },
    });
  const cardOf = (snag: Snag | undefined) =>
    trello.cards().find(({ title }) => title.includes(snag?.title ?? "?"))?.id ?? "";
  await send(snags.slice(0, 4));
  await expect.poll(() => trello.cards().length).toBe(4);
  trello.move(cardOf(snags[0]), "Doing");
  trello.move(cardOf(snags[1]), "Review");
  trello.remove(cardOf(snags[2]));
  await trello.settled();
  // The board has no space left for a picture.
  trello.turn({ isFull: true });
  await send(snags.slice(4, 5));
  const states = async () => (await client.call("GET /api/tools/{tool}/links", { params, query: {} })).items;
  const isShort = async () => (await states()).some(({ state }) => state === "partial");
  await expect.poll(isShort).toBe(true);
  trello.calm();
}

/** Connects the account there, links a project, syncs it and imports sheets. */
async function bringModels(client: TestClient, page: Page, origin: string): Promise<void> {
  const t = words("en");
  await page.goto(`${origin}/autodesk`);
  await page.getByRole("button", { name: t("autodesk.connect.button") }).click();
  await page.getByRole("link", { name: /^Harbour Works/ }).waitFor();
  const tower = await client.call("POST /api/projects", { body: { name: "Harbour tower" } });
  await client.call("POST /api/autodesk/sync-project", {
    body: { project_id: tower.id, adsk_project_id: "b.tower", adsk_hubId: "b.harbour" },
  });
  const [link] = await client.call("GET /api/autodesk/links");
  const { items } = await client.call("GET /api/autodesk/projects/{project}/sheets", {
    params: { project: "b.tower" },
    query: {},
  });
  await client.call("POST /api/autodesk/links/{id}/sheets", {
    params: { id: link?.id ?? 0 },
    body: { sheets: items.slice(0, 1).map(({ id }) => id) },
  });
  const ended = async () =>
    (await client.call("GET /api/autodesk/syncs")).every(({ state }) => /done|partial|failed/.test(state));
  await expect.poll(ended).toBe(true);
}

const inFolder = "hub=b.harbour&project=b.tower&folder=urn%3Aadsk.wipprod%3Afs.folder%3Aco.files";

/** The tools, Autodesk, schedules and API activity, with everything connected. */
export async function outsideScreens(site: OutsideSite, studio: Studio): Promise<void> {
  const t = words(studio.language);
  const context = await studio.open();
  await context.addInitScript(() => {
    // The frame in which models are drawn has no storage.
    if (window.origin === "null") return;
    localStorage.setItem("onboardingCompleted", "true");
    localStorage.setItem("app-cookies", "necessary");
  });
  const page = await context.newPage();
  await page.goto(`${site.origin}/login`);
  await site.signIn(page);
  const shoot = async (name: string, path: string, act: () => Promise<unknown> = async () => undefined) => {
    await page.goto(site.origin + path);
    await page.locator("main").first().waitFor();
    await page.waitForTimeout(1200);
    await act();
    await studio.shoot(page, name);
  };
  const { id_project, snag } = site;
  /** Scrolls the scrollable area so that the element is in its upper part; nothing around it moves. */
  const bring = (to: Locator) =>
    to.evaluate((node) => {
      let around = node.parentElement;
      while (around !== null && !/auto|scroll/.test(getComputedStyle(around).overflowY))
        around = around.parentElement;
      const box = around ?? document.scrollingElement;
      const top = around?.getBoundingClientRect().top ?? 0;
      box?.scrollBy({ top: node.getBoundingClientRect().top - top - 120, behavior: "instant" });
    });

  await shoot("tool-trello", "/trello");
  await shoot("tool-mapping", "/trello", async () => {
    const actions = t("tools.projects.actions_of", { project: "Palm Court Villa" });
    await page.getByRole("button", { name: actions }).click();
    await page.getByRole("menuitem", { name: t("tools.projects.edit") }).click();
    const open = t("tools.mapping.status_of", { status: t("snags.statuses.open") });
    await page.getByRole("button", { name: new RegExp(open) }).waitFor();
  });
  await shoot("tool-monday", "/monday");
  await shoot("tool-clickup", "/clickup");
  await shoot("snag-sent", `/snags/${snag.id}?view=list`, async () => {
    await page.getByRole("button", { name: t("tools.log.show") }).click();
    await bring(page.locator("#snag-sent"));
  });
  await shoot("autodesk-hubs", "/autodesk");
  await shoot("autodesk-folder", `/autodesk?${inFolder}`);
  await shoot("autodesk-sheets", "/autodesk?hub=b.harbour&project=b.tower&tab=sheets", async () => {
    await page.getByRole("checkbox").nth(1).press("Space");
    await page.getByRole("checkbox").nth(2).press("Space");
  });
  await shoot("autodesk-model", `/autodesk?${inFolder}`, async () => {
    await page
      .getByRole("link", { name: /Tower\.rvt\u2069?$/ })
      .last()
      .click();
    await page.locator("[data-model=shown]").waitFor();
  });
  await shoot("schedule-chart", `/msproject/${id_project}`);
  await shoot("schedule-preview", `/msproject/${id_project}`, async () => {
    if (studio.isNarrow)
      await page
        .getByRole("main")
        .getByRole("button", { name: t("schedules.more") })
        .tap();
    const again = studio.isNarrow ? "menuitem" : "button";
    await page.getByRole(again, { name: t("schedules.import.again") }).click();
    const file = { name: "palm-court-2.xml", mimeType: "text/xml", buffer: schedule(plannedAnew) };
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("heading", { name: t("schedules.preview.title") }).waitFor();
  });
  await shoot("progress-planned", `/progress/${id_project}`, () =>
    bring(page.getByRole("region", { name: new RegExp(`^${t("progress.plan.title")}`) })),
  );
  await shoot("developer-tokens", "/developers");
  await shoot("developer-reference", "/developers/reference");
  await shoot("developer-call", "/developers/reference/post_api_annotations");
  await shoot("developer-webhooks", "/developers/webhooks");
  await shoot("developer-deliveries", "/developers/webhooks", async () => {
    await page
      .getByRole("listitem")
      .filter({ hasText: "snag-register" })
      .getByRole("button", { name: t("webhooks.log") })
      .click();
    await page.getByRole("dialog").getByText("503").click();
  });
  await shoot("settings-integrations", "/settings?group=integrations");
  await shoot("menu-integrations", "/dashboard", async () => {
    if (studio.isNarrow) await page.getByRole("button", { name: t("shell.sidebar.open") }).tap();
    await bring(page.getByText(t("shell.sidebar.outside"), { exact: true }));
  });
  await context.close();
}
