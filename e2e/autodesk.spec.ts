import { devices, type Page } from "@playwright/test";
import { type AutodeskService, application, startAutodeskService } from "#test/autodesk-service/index.ts";
import { freePort } from "#test/chaos/server-process.ts";
import type { TestClient } from "#test/client.ts";
import { barriersOn } from "./barriers.ts";
import { test as base } from "./base-test.ts";
import { startDemo } from "./demo-server.ts";
import { cutConnection } from "./page-errors.ts";
import { adminClient } from "./people.ts";
import { expect } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { words } from "./words.ts";

/** The product next to a stand-in for Autodesk Platform Services that has it registered. */
interface AutodeskSite {
  /** The address as users open it: Autodesk redirects back to this name. */
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
    { scope: "worker", timeout: 600_000 },
  ],
});
test.use({ expectedErrors: [cutConnection] });

const keys = {
  adsk_enable: true,
  adsk_client_id: application.id,
  adsk_client_secret: application.secret,
};
const settled = { reducedMotion: "reduce", viewport: { width: 1280, height: 844 } } as const;

/** Expects no serious accessibility problem on the current screen; the part drawn by Autodesk is excluded. */
async function expectOpenToAll(page: Page): Promise<void> {
  await expect(page.locator("main .anim-shimmer")).toHaveCount(0);
  expect(await barriersOn(page, { onlySerious: true, without: "iframe" })).toEqual([]);
}

/** From the page that offers the connection through the sign-in at Autodesk and back. */
async function connect(page: Page, t: ReturnType<typeof words>): Promise<void> {
  await page.getByRole("button", { name: t("autodesk.connect.button") }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(/\/autodesk/);
}

test("connects Autodesk, opens a model, imports a sheet as a floor plan and asks to reconnect after a revocation", async ({
  browser,
  site,
}) => {
  const { origin, client, service } = site;
  const t = words("en");
  const project = await client.call("POST /api/projects", { body: { name: "Harbour tower" } });
  const page = await signedIn(browser, origin, { language: "en", ...settled });
  service.knobs.consent = "ask";

  // Without keys the page says who can set them up.
  await page.goto(`${origin}/autodesk`);
  await page.getByText(t("autodesk.off.keys.title")).waitFor();
  await page.getByRole("link", { name: t("autodesk.off.to_settings") }).click();
  await page.getByRole("heading", { name: t("settings.groups.integrations") }).waitFor();
  await client.call("PUT /api/settings", { body: keys });

  // Refusing at Autodesk is reported here; consenting connects the account, and the address holds nothing of it.
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

  // The model is prepared while the page waits, and is drawn in a document with no access to ours.
  const stage = page.locator("[data-model]");
  await expect(stage).toHaveAttribute("data-model", "shown");
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

  // Linked to a project here, which is selected through a search.
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
    .poll(async () => (await client.call("GET /api/autodesk/syncs"))[0]?.state)
    .toMatch(/done|partial/);

  // A sheet becomes a floor plan; the page may be left meanwhile.
  await page.getByRole("tab", { name: t("autodesk.tabs.sheets") }).click();
  const name = "A-101 Ground floor";
  await page.getByRole("checkbox", { name: t("autodesk.sheets.choose", { name }) }).press("Space");
  await expectOpenToAll(page);
  await page.getByRole("button", { name: t("autodesk.sheets.bring") }).click();
  await page.reload();
  await page.getByRole("link", { name: t("autodesk.sheets.to_plan", { name }) }).click();
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

  // The user revokes the access at Autodesk: the page asks to reconnect, and the session here continues.
  await panel.getByRole("link", { name: t("autodesk.panel.files") }).click();
  await page.getByRole("link", { name: "Project Files" }).waitFor();
  const place = page.url();
  service.tokens.forgetAll();
  await page.reload();
  await page.getByRole("button", { name: t("autodesk.connect.button") }).waitFor();
  expect(page.url()).toBe(place);
  expect((await page.request.get(`${origin}/api/user`)).status()).toBe(200);
  // The link is still shown; after reconnecting, the page is the one that was open before.
  await page.getByRole("link", { name: "Harbour tower" }).waitFor();
  await connect(page, t);
  await page.getByRole("link", { name: "Project Files" }).waitFor();
  expect(page.url()).toBe(place);

  // Disconnected by the user: Autodesk is notified, and the link stays.
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

test("syncs a hub on a phone in Arabic, reports a region that does not respond, and explains what cannot be viewed", async ({
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

  // The sync of a hub links projects of the same name.
  await page.getByRole("link", { name: /^Harbour Works/ }).click();
  await page.getByRole("button", { name: t("autodesk.syncs.hub") }).click();
  await page.getByRole("link", { name: t("autodesk.links.linked_to", { project: "Depot" }) }).waitFor();
  await page.getByRole("button", { name: t("autodesk.projects.unlinked_only") }).click();
  await expect(page.getByRole("link", { name: "Depot", exact: true })).toHaveCount(0);

  // A folder that this account may not open, and a drawing that Autodesk could not process.
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

  // Nothing overflows the screen.
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);

  // The viewer's script fails to load: the page says so and carries on.
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

test("returns from Autodesk only once, and to the original page, with the service worker active", async ({
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
  await expect.poll(isAwake).toBe(true);
  const before = service.calls("/authentication/v2/token").length;
  await page.getByRole("button", { name: t("autodesk.connect.button") }).click();
  await page.getByRole("link", { name: /^Harbour Works/ }).waitFor();
  const asked = service.log.filter(({ grant }) => grant === "authorization_code");
  expect(service.calls("/authentication/v2/token").length).toBeGreaterThan(before);
  expect(asked.every(({ status }) => status === 200)).toBe(true);
  await page.context().close();

  // A guest is first asked to sign in.
  const guest = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
  await guest.goto(`${origin}/autodesk`);
  await guest.waitForURL("**/login**");
  await guest.context().close();
});
