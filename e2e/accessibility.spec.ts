import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { TestClient } from "#test/client.ts";
import { PartsClient } from "#test/tus.ts";
import { barriersOn, smallTargetsOn } from "./barriers.ts";
import { demoVisits } from "./demo.ts";
import { mspdi } from "./mspdi.ts";
import { adminClient, makePerson, type Person, password } from "./people.ts";
import { admin, expect, test } from "./server.ts";
import { type Words, words } from "./words.ts";

interface Variant {
  readonly language: Language;
  readonly theme: "light" | "dark";
  readonly width: 390 | 1280;
}

/** Each language, each theme and each size at least once; `EVERY_VARIANT=1` adds the other six. */
const variants: readonly Variant[] =
  process.env["EVERY_VARIANT"] === "1"
    ? (["en", "ar"] as const).flatMap((language) =>
        (["light", "dark"] as const).flatMap((theme) =>
          ([1280, 390] as const).map((width) => ({ language, theme, width })),
        ),
      )
    : [
        { language: "en", theme: "light", width: 1280 },
        { language: "ar", theme: "dark", width: 390 },
      ];

const parts = [1, 2, 3, 4];

const known = new Map<string, Promise<ReadonlyMap<string, string>>>();

/** One address for every screen of the route table; their content is created once per server. */
function screens(origin: string): Promise<ReadonlyMap<string, string>> {
  const made = known.get(origin) ?? makeScreens(origin);
  known.set(origin, made);
  return made;
}

async function makeScreens(origin: string): Promise<ReadonlyMap<string, string>> {
  const client = await adminClient(origin);
  const items = await demoVisits(origin);
  const { id, code } = await client.call("GET /api/user");
  const [visit] = items;
  if (visit === undefined) throw new Error("The demo site has no visit.");
  const channel = await client.call("POST /api/live-streaming", {
    body: { id_project: visit.id_project, name: "Tower crane" },
  });
  const film = await demoFilm(client, visit.id_project);
  const camera = await aCamera(client, visit.id_project);
  return new Map([
    ["/dashboard", "/dashboard"],
    ["/projects", "/projects"],
    ["/projects/bin", "/projects/bin"],
    ["/offline", "/offline"],
    ["/project/$id", `/project/${visit.id_project}`],
    ["/editproject/$id", `/editproject/${visit.id_project}`],
    ["/visits/{-$id}", "/visits"],
    ["/editvisit/$id", `/editvisit/${visit.id}`],
    ["/editvisit/$id/walk", `/editvisit/${visit.id}/walk`],
    ["/editvisit/$id/walk/$walk", `/editvisit/${visit.id}/walk/${await aWalk(client, origin, visit.id)}`],
    ["/editvisit/$id/match", `/editvisit/${visit.id}/match`],
    ["/photos/{-$id}", `/photos/${visit.id_project}`],
    ["/photo/$id", `/photo/${await aPhoto(client, visit.id_project)}`],
    ["/diary/{-$id}", `/diary/${visit.id_project}_2026-01-05`],
    ["/coverage/{-$id}", `/coverage/${visit.id_project}`],
    ["/owner-report/{-$id}", `/owner-report/${visit.id_project}`],
    ["/owner-report/$id/$run", `/owner-report/${visit.id_project}/preview`],
    ["/crews/{-$id}", `/crews/${visit.id_project}`],
    ["/qrcodes/{-$id}", `/qrcodes/${visit.id_project}`],
    ["/waiting", "/waiting"],
    ["/q/{-$code}", "/q"],
    ["/progress/{-$id}", `/progress/${visit.id_project}`],
    ["/videos/{-$id}", "/videos"],
    ["/videos/$id/watch", `/videos/${film.id}/watch`],
    ["/editvideo/$id", `/editvideo/${film.id}`],
    ["/editchannel/{-$id}", `/editchannel/${channel.id}`],
    ["/golive/$id", `/golive/${channel.id}`],
    ["/channels", "/channels"],
    ["/sheets", "/sheets"],
    ["/editsheet/$id", `/editsheet/${await firstSheet(client, visit.id_project)}`],
    ["/snags/{-$id}", "/snags"],
    ["/cctv", "/cctv"],
    ["/cameras/wall", "/cameras/wall"],
    ["/developers", "/developers"],
    ["/developers/webhooks", "/developers/webhooks"],
    ["/developers/reference/{-$call}", "/developers/reference/post_api_annotations"],
    ["/cameras/$id", `/cameras/${camera.id}`],
    ["/msproject/{-$id}", `/msproject/${await aSchedule(client, visit.id_project)}`],
    ["/autodesk", "/autodesk"],
    ["/trello", "/trello"],
    ["/monday", "/monday"],
    ["/clickup", "/clickup"],
    ["/inbox/{-$id}", "/inbox"],
    ["/profile", "/profile"],
    ["/editprofile", "/editprofile"],
    ["/changeplan", "/changeplan"],
    ["/saved", "/saved"],
    ["/search", "/search?q=villa"],
    ["/notifications", "/notifications"],
    ["/licences", "/licences"],
    ["/user/$code", `/user/${code}`],
    ["/showcase/$code", `/showcase/${await publicCode(client, visit.id_project)}`],
    ["/users", "/users"],
    ["/users/bin", "/users/bin"],
    ["/invoices", "/invoices"],
    ["/invoices/$id", `/invoices/${await aBill(client, id)}`],
    ["/activity", "/activity"],
    ["/edituser/$id", `/edituser/${id}`],
    [
      "/editmember/$id/$idProject",
      `/editmember/${await aMember(client, visit.id_project)}/${visit.id_project}`,
    ],
    ["/approvals", "/approvals"],
    ["/plans", "/plans"],
    ["/editplan/$id", `/editplan/${await aPlan(client)}`],
    ["/tiers", "/tiers?part=figures"],
    ["/categories", "/categories"],
    ["/sessions", "/sessions"],
    ["/system", "/system"],
    ["/settings", "/settings"],
    // Not in the table: an unknown page, and the pages of guests.
    ["unknown", "/no/such/page"],
    ["viewer", `/viewer/${visit.code}`],
    ["video", `/video/${film.code}`],
    ["live", `/live/${channel.code}`],
    ["camera", `/cctv/${camera.code}`],
    ["crew", await aCrewLink(client, visit.id_project)],
  ]);
}

/** Imports a schedule into the project. */
async function aSchedule(client: TestClient, id: number): Promise<number> {
  await client.call("PUT /api/settings", { body: { ms_project_enabled: true } });
  const tasks = [
    { uid: 1, level: 1, name: "Finishes" },
    { uid: 2, level: 2, name: "Plaster", days: 10, percent: 60, isCritical: true, slip: 3 },
    { uid: 3, level: 2, name: "Handover", days: 0, after: [2] },
  ];
  const bytes = Buffer.from(mspdi({ name: "Villa", start: "2026-01-05", tasks }));
  const params = { id };
  const { body } = await client.upload(
    "POST /api/projects/{id}/schedule/preview",
    {},
    { file: { name: "villa.xml", bytes } },
    { params },
  );
  const { token } = (body as { data: { token: string } }).data;
  await client.call("POST /api/projects/{id}/schedule", { params, body: { token } });
  return id;
}

/** The demo project's video; its own screens are the same while it is being processed. */
async function demoFilm(client: TestClient, id_project: number) {
  const { items } = await client.call("GET /api/three60videos", { query: { id_project } });
  const [film] = items;
  if (film === undefined) throw new Error("The demo site has no film.");
  return film;
}

async function firstSheet(client: TestClient, id_project: number): Promise<number> {
  const [sheet] = await client.call("GET /api/maps", { query: { id_project } });
  if (sheet === undefined) throw new Error("The demo site has no plan.");
  return sheet.id;
}

/** Creates a plan with a limit, a price and lines of its own. */
async function aPlan(client: TestClient): Promise<number> {
  const body = { name: "Site office", price: 4900, n_projects: 3, custom_features: ["Support by telephone"] };
  return (await client.call("POST /api/plans", { body })).id;
}

/** Creates a user's first invoice: assigns the existing plan and closes the period today. */
async function aBill(client: TestClient, id_user: number): Promise<number> {
  const body = { name: "Billed by the month", price: 9900 };
  const { id } = await client.call("POST /api/plans", { body });
  await client.call("PUT /api/users/{id}/plan", { params: { id: id_user }, body: { id_plan: id } });
  return (await client.call("POST /api/invoices/generate", { body: { id_user } })).id;
}

/** Creates a camera with an unreachable address: its page shows everything except a picture. */
async function aCamera(client: TestClient, id_project: number) {
  const body = { id_project, name: "Gate 2", hls_url: "http://192.0.2.9/stream.m3u8" };
  return client.call("POST /api/cctv-cameras", { body });
}

/** Adds a walk video to the visit; it is being read meanwhile. */
async function aWalk(client: TestClient, origin: string, id: number): Promise<number> {
  const bytes = readFileSync(join(import.meta.dirname, "../test/media/clip.mp4"));
  const upload = await new PartsClient(client, origin).wholeWalk(id, bytes);
  return (await client.call("POST /api/visits/{id}/walks", { params: { id }, body: { upload } })).id;
}

/** Adds a photo that is no 360 photo. */
async function aPhoto(client: TestClient, id_project: number): Promise<number> {
  const file = {
    name: "wall.jpg",
    bytes: readFileSync(join(import.meta.dirname, "../test/media/examplepano.jpg")),
  };
  const { body } = await client.upload(
    "POST /api/projects/{id}/photos",
    {},
    { file },
    { params: { id: id_project } },
  );
  return (body as { data: { id: number } }).data.id;
}

/** Sends a snag to a crew without accounts, and returns the address of its page. */
async function aCrewLink(client: TestClient, id: number): Promise<string> {
  const people = [{ name: "Bilal Ahmed", email: "tilers@example.org" }];
  const crew = await client.call("POST /api/crews", { body: { id_project: id, name: "Tilers", people } });
  await client.call("POST /api/maps/{id}/annotations", {
    params: { id: await firstSheet(client, id) },
    body: { title: "Cracked tile", x: 0.4, y: 0.4, id_crew: crew.id },
  });
  const { url } = await client.call("POST /api/projects/{id}/crew-links/{person}/share", {
    params: { id, person: crew.people[0]?.id ?? 0 },
    body: {},
  });
  return new URL(url, "http://localhost").pathname;
}

/** The account of a project member; the administrator who runs the test is not one. */
async function aMember(client: TestClient, id_project: number): Promise<number> {
  const { members } = await client.call("GET /api/team-members", { query: { id_project } });
  const [member] = members;
  if (member === undefined) throw new Error("Nobody is in the project of the demo site.");
  return member.id_user;
}

/** Makes the project public and returns its code. */
async function publicCode(client: TestClient, id: number): Promise<string> {
  const shown = { params: { id }, body: { is_public: true } };
  return (await client.call("PUT /api/projects/{id}", shown)).code;
}

async function open(browser: Browser, { language, theme, width }: Variant): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: width === 390 ? 844 : 800 },
    hasTouch: width === 390,
    isMobile: width === 390,
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  await context.addInitScript(
    ([lang, look]) => {
      localStorage.setItem("app-language", lang ?? "en");
      localStorage.setItem("app-theme", look ?? "light");
      document.cookie = `app-theme=${look}; path=/`;
      document.cookie = `app-language=${lang}; path=/`;
    },
    [language, theme],
  );
  return context.newPage();
}

/** Outside the application's layout: separate documents. */
const isOutside = (path: string) =>
  /^\/(?:licences$|(?:viewer|video|live|cctv|answer|showcase|user|no)\/)/.test(path);

/** Opens a screen and waits until it shows no placeholder; within the application without loading a new document. */
async function show(page: Page, origin: string, path: string): Promise<void> {
  if (isOutside(path)) {
    const response = await page.goto(`${origin}${path}`);
    expect(response?.ok(), path).toBe(true);
    await page.waitForLoadState("networkidle");
    return;
  }
  await page.evaluate((to) => {
    if (location.pathname + location.search === to) return;
    document.querySelector("main > *")?.setAttribute("data-left", "");
    history.pushState(null, "", to);
  }, path);
  await expect(page.locator("main > [data-left]"), path).toHaveCount(0);
  // A screen that fills the window has its own `main`, over a first one that is now empty.
  await expect(page.getByRole("main").getByRole("heading", { level: 1 }), path).toBeVisible();
  await expect(page.locator("main .anim-shimmer"), path).toHaveCount(0);
}

async function faults(page: Page, name: string): Promise<string[]> {
  const barriers = await barriersOn(page, { onlySerious: true });
  return [...barriers, ...(await smallTargetsOn(page))].map((barrier) => `${name}: ${barrier}`);
}

/** Dialogs and menus that open over a screen: by the button's name, and what shows that they are open. */
const surfaces = (
  t: Words,
  width: number,
): readonly (readonly [button: string | RegExp, role: "menu" | "dialog"])[] => [
  ...(width === 390 ? [] : ([[t("shell.top_bar.language"), "menu"]] as const)),
  [t("shell.top_bar.create"), "menu"],
  [new RegExp(`^${t("notifications.title")}`), "dialog"],
  [new RegExp(`^${t("messages.title")}`), "dialog"],
  width === 390
    ? [t("shell.sidebar.open"), "dialog"]
    : [new RegExp(`^${t("shell.user_menu.label")}`), "menu"],
];

test.describe.configure({ mode: "parallel" });

test("covers every screen of the route table", async ({ server }) => {
  const areas = join(import.meta.dirname, "../src/web/routes");
  const routes = readdirSync(areas).map((area) => readFileSync(join(areas, area), "utf8"));
  const paths = [...routes.join("").matchAll(/path: "([^"]+)"/g)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(50);
  const walked = await screens(server.origin);
  expect(paths.filter((path) => path !== "/" && path !== "/kit" && !walked.has(path))).toEqual([]);
});

for (const variant of variants) {
  const { language, theme, width } = variant;
  const inVariant = `${language}, ${theme}, ${width}`;

  test(`has no serious accessibility problem on the sign-in pages or in dialogs over a screen (${inVariant})`, async ({
    browser,
    server,
  }) => {
    const t = words(language);
    const page = await open(browser, variant);
    const found: string[] = [];
    await page.goto(`${server.origin}/login`);
    await page.locator("input[name=username_l]").waitFor();
    found.push(...(await faults(page, "/login")));
    await page.goto(`${server.origin}/`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    found.push(...(await faults(page, "/")));
    await enter(page, server.origin);
    await expect(page.locator("main .anim-shimmer")).toHaveCount(0);
    for (const [button, role] of surfaces(t, width)) {
      await page.getByRole("button", { name: button, exact: true }).first().click();
      await page.getByRole(role).first().waitFor();
      await page.waitForTimeout(300);
      found.push(...(await faults(page, String(button))));
      await page.keyboard.press("Escape");
      await page.getByRole(role).first().waitFor({ state: "hidden" });
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  test(`keeps the unread counts within landmarks, also while a dialog is open over the screen (${inVariant})`, async ({
    browser,
    server,
  }) => {
    const t = words(language);
    const { username } = await personWithNews(server.origin, `news-${language}-${theme}-${width}`);
    const page = await open(browser, variant);
    await enter(page, server.origin, { email: username, password });
    await expect(page.getByRole("banner").getByText(/^\d+$/)).toBeVisible();
    const found = await faults(page, "/dashboard");
    for (const [button, role] of surfaces(t, width)) {
      await page.getByRole("button", { name: button, exact: true }).first().click();
      await page.getByRole(role).first().waitFor();
      found.push(...(await faults(page, String(button))));
      await page.keyboard.press("Escape");
      await page.getByRole(role).first().waitFor({ state: "hidden" });
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  // In parts that several workers check in parallel.
  for (const part of parts)
    test(`has no serious accessibility problem on any screen (${inVariant}, part ${part} of ${parts.length})`, async ({
      browser,
      server,
    }) => {
      const page = await open(browser, variant);
      const found: string[] = [];
      await enter(page, server.origin);
      // Screens inside the application first: coming back from a separate document is a new start.
      const paths = [...(await screens(server.origin))]
        .filter((_, index) => index % parts.length === part - 1)
        .toSorted(([, a], [, b]) => Number(isOutside(a)) - Number(isOutside(b)));
      for (const [name, path] of paths) {
        await show(page, server.origin, path);
        found.push(...(await faults(page, name)));
      }
      expect(found).toEqual([]);
      await page.context().close();
    });
}

/** Creates a user with unread notifications. */
async function personWithNews(origin: string, name: string): Promise<Person> {
  const person = await makePerson(origin, name, "administrator");
  const own = new TestClient(origin);
  await own.call("POST /api/login", { body: { username_l: person.username, password_l: password } });
  const { id } = await own.call("POST /api/projects", { body: { name: `Tower of ${name}` } });
  const colleague = await adminClient(origin);
  await colleague.call("POST /api/visits", {
    body: { name: "Week 47", id_project: id, visit_date: "2026-11-20T09:00:00.000Z" },
  });
  return person;
}

async function enter(page: Page, origin: string, person = admin): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.locator("input[name=username_l]").fill(person.email);
  await page.locator("input[name=password_l]").fill(person.password);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL("**/dashboard");
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
}
