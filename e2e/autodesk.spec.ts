import { test as base, devices, type Page } from "@playwright/test";
import { type AutodeskService, application, startAutodeskService } from "#test/autodesk-service/index.ts";
import { freePort } from "#test/chaos/server-process.ts";
import type { TestClient } from "#test/client.ts";
import { barriersOn } from "./barriers.ts";
import { startDemo } from "./demo-server.ts";
import { adminClient } from "./people.ts";
import { expect } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { words } from "./words.ts";

/** The product beside a stand-in for Autodesk Platform Services, known there. */
interface AutodeskSite {
  /** As people open it: Autodesk leads back to this name. */
  readonly origin: string;
  readonly client: TestClient;
  readonly service: AutodeskService;
}

const test = base.extend<Record<never, never>, { site: AutodeskSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern there
    async ({}, use) => {
      const [service, port] = await Promise.all([startAutodeskService(), freePort()]);
      const origin = `http://localhost:${port}`;
      const endpoints = JSON.stringify({ autodesk: service.endpoints });
      const server = await startDemo({ PUBLIC_URL: origin, INTEGRATION_ENDPOINTS: endpoints }, port);
      const client = await adminClient(server.origin);
      await use({ origin, client, service });
      await server.end();
      await service.close();
    },
    { scope: "worker", timeout: 240_000 },
  ],
});

const keys = {
  adsk_enable: true,
  adsk_client_id: application.id,
  adsk_client_secret: application.secret,
};
const settled = { reducedMotion: "reduce", viewport: { width: 1280, height: 844 } } as const;

/** Nothing serious stands in anybody's way on the screen as it is; what Autodesk draws is Autodesk's. */
async function expectOpenToAll(page: Page): Promise<void> {
  await expect(page.locator("main .anim-shimmer")).toHaveCount(0);
  expect(await barriersOn(page, { onlySerious: true, without: "iframe" })).toEqual([]);
}

/** From the page that offers it through the sign-in there and back. */
async function connect(page: Page, t: ReturnType<typeof words>): Promise<void> {
  await page.getByRole("button", { name: t("autodesk.connect.button") }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(/\/autodesk/);
}

test("somebody connects Autodesk, walks to a model, brings a sheet here as a plan, and is asked to connect again when it was revoked there", async ({
  browser,
  site,
}) => {
  const { origin, client, service } = site;
  const t = words("en");
  const project = await client.call("POST /api/projects", { body: { name: "Harbour tower" } });
  const page = await signedIn(browser, origin, { language: "en", ...settled });
  service.knobs.consent = "ask";

  // Without keys the page says who can do what.
  await page.goto(`${origin}/autodesk`);
  await page.getByText(t("autodesk.off.keys.title")).waitFor();
  await page.getByRole("link", { name: t("autodesk.off.to_settings") }).click();
  await page.getByRole("heading", { name: t("settings.groups.integrations") }).waitFor();
  await client.call("PUT /api/settings", { body: keys });

  // Whoever says no there is told so here; whoever says yes is connected, and the address holds nothing of it.
  await page.goto(`${origin}/autodesk`);
  await page.getByRole("button", { name: t("autodesk.connect.button") }).click();
  await page.getByRole("button", { name: "Deny" }).click();
  await page.getByText(t("autodesk.connect.refused_denied")).waitFor();
  await connect(page, t);
  await page.getByText(t("autodesk.connected_as", { account: "architect@example.org" })).waitFor();
  expect(new URL(page.url()).search).toBe("");

  await expectOpenToAll(page);

  // Hub, project, folder, file: each in the address.
  await page.getByRole("link", { name: /^Harbour Works/ }).click();
  await page.getByRole("link", { name: "Tower", exact: true }).click();
  await page.getByRole("link", { name: "Project Files" }).click();
  await page.getByRole("link", { name: /^Tower\.rvt/ }).click();
  const versions = page.getByRole("dialog", { name: "Tower.rvt" });
  await expect(versions.getByRole("listitem")).toHaveCount(3);
  await expectOpenToAll(page);
  await page.reload();
  await versions.getByRole("link", { name: t("autodesk.models.open_version", { number: 3 }) }).click();

  // The model is made ready while one waits, and is drawn in a document that reaches nothing of ours.
  const stage = page.locator("[data-model]");
  await expect(stage).toHaveAttribute("data-model", "shown", { timeout: 40_000 });
  const frame = page.frameLocator("iframe[src='/autodesk/model']");
  await expect(frame.getByRole("img", { name: "{3D}" })).toBeVisible();
  await expectOpenToAll(page);
  await page.getByRole("radio", { name: "2D" }).press("Space");
  await expect(frame.getByRole("img", { name: "A101 - Ground floor" })).toBeVisible();
  const inside = page.frames().find((one) => one.url().endsWith("/autodesk/model"));
  const reached = await inside?.evaluate(() => {
    try {
      return `${document.cookie} ${window.parent.document.title}`;
    } catch {
      return "nothing";
    }
  });
  expect(reached).toBe("nothing");

  // Linked to a project here, which is looked through meanwhile.
  await page.getByRole("link", { name: "Tower", exact: true }).click();
  await page.getByRole("button", { name: t("autodesk.links.link_here") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox").fill("Harbour");
  await page.getByRole("option", { name: "Harbour tower" }).click();
  await dialog.getByRole("button", { name: t("autodesk.links.save") }).click();
  await page
    .getByRole("link", { name: t("autodesk.links.linked_to", { project: "Harbour tower" }) })
    .waitFor();
  await expect
    .poll(async () => (await client.call("GET /api/autodesk/syncs"))[0]?.state, { timeout: 30_000 })
    .toMatch(/done|partial/);

  // A sheet becomes a plan; the page may be left meanwhile.
  await page.getByRole("tab", { name: t("autodesk.tabs.sheets") }).click();
  const name = "A-101 Ground floor";
  await page.getByRole("checkbox", { name: t("autodesk.sheets.choose", { name }) }).press("Space");
  await expectOpenToAll(page);
  await page.getByRole("button", { name: t("autodesk.sheets.bring") }).click();
  await page.reload();
  await page.getByRole("link", { name: t("autodesk.sheets.to_plan", { name }) }).click({ timeout: 60_000 });
  await page.getByRole("heading", { name: /Ground floor/ }).waitFor();
  await page.goto(`${origin}/project/${project.id}`);
  await expect(
    page
      .locator("#plans")
      .getByText(/Ground floor/)
      .first(),
  ).toBeVisible();
  const panel = page.locator("#autodesk");
  await panel.getByText("Tower", { exact: true }).waitFor();

  // The person takes the rights away at Autodesk: it asks to connect again, and the session here goes on.
  await panel.getByRole("link", { name: t("autodesk.panel.files") }).click();
  await page.getByRole("link", { name: "Project Files" }).waitFor();
  const place = page.url();
  service.tokens.forgetAll();
  await page.reload();
  await page.getByRole("button", { name: t("autodesk.connect.button") }).waitFor();
  expect(page.url()).toBe(place);
  expect((await page.request.get(`${origin}/api/user`)).status()).toBe(200);
  // What is linked is still said; after connecting again one stands where one was.
  await page.getByRole("link", { name: "Harbour tower" }).waitFor();
  await connect(page, t);
  await page.getByRole("link", { name: "Project Files" }).waitFor();
  expect(page.url()).toBe(place);

  // Disconnected by the person: Autodesk is told, and the link stays.
  await page.goto(`${origin}/autodesk`);
  await page.getByRole("button", { name: t("autodesk.account") }).click();
  await page.getByRole("menuitem", { name: t("autodesk.disconnect.act") }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: t("autodesk.disconnect.act") })
    .click();
  await page.getByRole("button", { name: t("autodesk.connect.button") }).waitFor();
  expect(service.calls("/authentication/v2/revoke").length).toBe(1);
  expect((await client.call("GET /api/autodesk/links")).length).toBe(1);
  await page.context().close();
});

test("on a phone in Arabic a hub is synced, a region that is silent is said, and what cannot be seen says why", async ({
  browser,
  site,
}) => {
  const { origin, client, service } = site;
  const t = words("ar");
  service.calm();
  await client.call("PUT /api/settings", { body: keys });
  await client.call("POST /api/projects", { body: { name: "Depot" } });
  const page = await signedIn(browser, origin, {
    language: "ar",
    ...devices["Pixel 7"],
    viewport: { width: 390, height: 844 },
    reducedMotion: "reduce",
  });
  await page.goto(`${origin}/autodesk`);
  await page.getByRole("button", { name: t("autodesk.connect.button") }).click();
  service.knobs.isPartial = true;
  await page.getByRole("link", { name: /^Harbour Works/ }).waitFor();
  await page.reload();
  await page.getByText(t("autodesk.warnings.title")).first().waitFor();
  service.knobs.isPartial = false;

  await expectOpenToAll(page);

  // Projects that are called the same are linked by the sync of their hub.
  await page.getByRole("link", { name: /^Harbour Works/ }).click();
  await page.getByRole("button", { name: t("autodesk.syncs.hub") }).click();
  await page
    .getByRole("link", { name: t("autodesk.links.linked_to", { project: "Depot" }) })
    .waitFor({ timeout: 30_000 });
  await page.getByRole("button", { name: t("autodesk.projects.unlinked_only") }).click();
  await expect(page.getByRole("link", { name: "Depot", exact: true })).toHaveCount(0);

  // A folder that is not for this account, and a drawing that Autodesk could not make ready.
  await page.getByRole("link", { name: "Quay", exact: true }).click();
  await page.getByRole("link", { name: "Project Files" }).click();
  await page.getByRole("link", { name: "Confidential" }).click();
  await page.getByText(t("errors.code.AUTODESK_DENIED")).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "Structure" }).click();
  await page.getByRole("link", { name: t("autodesk.models.open_named", { name: "Frame 10.dwg" }) }).click();
  await page.getByText(t("autodesk.models.failed_title")).waitFor();
  await page.getByText("The file is not a valid AutoCAD drawing.").waitFor();

  await expectOpenToAll(page);

  // Nothing stands out of the screen.
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);

  // The viewer's script does not come: the page says so and goes on.
  await page.route("**/viewer3D.min.js", (route) => route.abort());
  await page.goBack();
  await page.goBack();
  await page.getByRole("link", { name: t("autodesk.models.open_named", { name: "Site plan.pdf" }) }).click();
  await page.getByText(t("autodesk.models.broken.script.title")).waitFor();
  await page.unroute("**/viewer3D.min.js");
  await page.getByRole("button", { name: t("common.retry") }).click();
  await expect(page.locator("[data-model]")).toHaveAttribute("data-model", "shown");
  await page.context().close();
});

test("with the service worker awake somebody still comes back from Autodesk only once, and with what he left for", async ({
  browser,
  site,
}) => {
  const { origin, client, service } = site;
  const t = words("en");
  service.calm();
  await client.call("PUT /api/settings", { body: keys });
  await client.call("POST /api/autodesk/logout");
  const page = await signedIn(browser, origin, { language: "en", ...settled, serviceWorkers: "allow" });
  await page.goto(`${origin}/autodesk`);
  const isAwake = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  await expect.poll(isAwake, { timeout: 30_000 }).toBe(true);
  const before = service.calls("/authentication/v2/token").length;
  await page.getByRole("button", { name: t("autodesk.connect.button") }).click();
  await page.getByRole("link", { name: /^Harbour Works/ }).waitFor();
  const asked = service.log.filter(({ grant }) => grant === "authorization_code");
  expect(service.calls("/authentication/v2/token").length).toBeGreaterThan(before);
  expect(asked.every(({ status }) => status === 200)).toBe(true);
  await page.context().close();

  // Whoever is not signed in here is first asked to.
  const guest = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
  await guest.goto(`${origin}/autodesk`);
  await guest.waitForURL("**/login**");
  await guest.context().close();
});
