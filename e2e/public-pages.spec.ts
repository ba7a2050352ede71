import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import type { TestClient } from "#test/client.ts";
import { barriersOn } from "./barriers.ts";
import { demoVisits } from "./demo.ts";
import { freshBrowser, look, type Variant, variants } from "./door-site.ts";
import { adminClient, makePerson, password } from "./people.ts";
import { test } from "./server.ts";
import { type Words, words } from "./words.ts";

/** A visitor with a link, on a page that contacts no other host. */
class Visitor {
  readonly page: Page;
  readonly t: Words;
  readonly #origin: string;
  /** Addresses outside this server that the page requested. */
  readonly asked: string[] = [];

  constructor(page: Page, { language }: Variant, origin: string) {
    this.page = page;
    this.t = words(language);
    this.#origin = origin;
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith("http") && url.origin !== origin) this.asked.push(url.href);
    });
  }

  open = (path: string) => this.page.goto(new URL(path, this.#origin).href);
  heading = (name: string | RegExp) => this.page.getByRole("heading", { name });
  link = (key: string) => this.page.getByRole("link", { name: this.t(key), exact: true });

  async hasNoBarriers(): Promise<void> {
    expect(await barriersOn(this.page)).toEqual([]);
  }
}

interface DemoProject {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly owner: string;
  readonly visit: string;
}

/** Makes the demo site public; its map has no tiles, so it contacts no other host. */
async function showDemo(admin: TestClient, origin: string): Promise<DemoProject> {
  await admin.call("PUT /api/settings", { body: { basemap_url: "", satellite_url: "" } });
  const items = await demoVisits(origin);
  const [visit] = items;
  if (visit === undefined) throw new Error("The demo site has no visit.");
  const params = { id: visit.id_project };
  const project = await admin.call("PUT /api/projects/{id}", { params, body: { is_public: true } });
  // Its pictures are processed after the start, one after another.
  const ready = async () => {
    const query = { project_code: project.code };
    return (await admin.call("GET /api/showcase", { query })).visits.length;
  };
  await expect.poll(ready, { timeout: 300_000 }).toBe(items.length);
  return {
    id: project.id,
    code: project.code,
    name: project.name,
    owner: project.owner?.code ?? "",
    visit: visit.code,
  };
}

const setPublic = (admin: TestClient, id: number, is_public: boolean) =>
  admin.call("PUT /api/projects/{id}", { params: { id }, body: { is_public } });

for (const variant of variants) {
  const { language, width } = variant;

  test.describe(`a guest in ${language} ${width}`, () => {
    let context: BrowserContext | undefined;
    let visitor: Visitor;
    let admin: TestClient;
    let demo: DemoProject;

    const enter = async (browser: Browser, origin: string) => {
      context = await freshBrowser(browser, variant);
      visitor = new Visitor(await context.newPage(), variant, origin);
    };
    test.beforeEach(async ({ browser, server }) => {
      test.slow();
      admin = await adminClient(server.origin);
      demo = await showDemo(admin, server.origin);
      await enter(browser, server.origin);
    });
    test.afterEach(() => context?.close());

    test("reads on the front page what this is, sees a site change, and enters the demo", async () => {
      const { page, t } = visitor;
      await visitor.open("/");
      await expect(page).toHaveURL(/\/$/);
      await expect(visitor.heading(t("shell.tagline"))).toBeVisible();
      await visitor.hasNoBarriers();
      await look(page, "home", variant);
      const finishes = page.getByRole("button", { name: new RegExp(`^${t("home.stages.finishes")}`) });
      await finishes.click();
      await expect(finishes).toHaveAttribute("aria-pressed", "true");
      expect(visitor.asked).toEqual([]);
      await page.getByRole("button", { name: t("home.demo") }).click();
      await page.waitForURL("**/dashboard");
      // A signed-in user does not get it.
      await visitor.open("/");
      await page.waitForURL("**/dashboard");
    });

    test("walks from a project's showcase into a visit, to its owner, and shares the link", async ({
      server,
    }) => {
      const { page, t } = visitor;
      await visitor.open(`/showcase/${demo.code}`);
      await expect(visitor.heading(demo.name)).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(`^${demo.name} \\| `));
      const visits = page.locator("section[aria-labelledby=visits]").getByRole("article");
      await expect(visits).toHaveCount(3);
      await visitor.hasNoBarriers();
      await look(page, "showcase", variant);
      await page.getByRole("button", { name: t("common.share") }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByRole("textbox")).toHaveValue(`${server.origin}/showcase/${demo.code}`);
      await expect(dialog.getByRole("img")).toBeVisible();
      await visitor.hasNoBarriers();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await visits.first().getByRole("link").click();
      await page.waitForURL(`**/viewer/${demo.visit}`);
      await page.goBack();
      await page.locator(`a[href="/user/${demo.owner}"]`).click();
      await expect(
        visitor.heading(t("profile.public.tours_other", { count: 3 })).or(visitor.heading(/3/)),
      ).toBeVisible();
      await visitor.hasNoBarriers();
      await look(page, "person", variant);
      expect(visitor.asked).toEqual([]);
    });

    test("switches language and theme without a new page", async () => {
      const { page } = visitor;
      await visitor.open(`/showcase/${demo.code}`);
      const other = language === "en" ? "ar" : "en";
      await page.evaluate(() => Object.assign(window, { isSame: true }));
      await page.getByRole("button", { name: other === "ar" ? "العربية" : "English", exact: true }).click();
      await expect(page.locator("html")).toHaveAttribute("dir", other === "ar" ? "rtl" : "ltr");
      await expect(
        page.getByText(words(other)("projects.statuses.Under_Construction"), { exact: true }),
      ).toBeVisible();
      const theme = await page.locator("html").getAttribute("data-theme");
      await page
        .getByRole("button", { name: words(other)(`shell.top_bar.${theme === "dark" ? "light" : "dark"}`) })
        .click();
      await expect(page.locator("html")).not.toHaveAttribute("data-theme", theme ?? "");
      expect(await page.evaluate(() => "isSame" in window)).toBe(true);
    });

    test("learns nothing of a private project, not even whether it exists", async () => {
      const { page, t } = visitor;
      await setPublic(admin, demo.id, false);
      const seen: string[] = [];
      for (const code of [demo.code, "nosuchcode77"]) {
        const reply = await visitor.open(`/showcase/${code}`);
        expect(reply?.status()).toBe(403);
        await expect(visitor.heading(t("showcase.closed_title"))).toBeVisible();
        // The footer has the site's own links, which load a moment later.
        seen.push(await page.locator("main").innerText());
      }
      expect(seen[0]).toBe(seen[1]);
      await visitor.hasNoBarriers();
      await look(page, "not-public", variant);
      await visitor.open(`/user/${demo.owner}`);
      await expect(page.getByRole("article")).toHaveCount(0);
      await expect(page.getByText(demo.name)).toHaveCount(0);
    });

    test("stays a guest on every public page: none redirects to the sign-in page", async ({ server }) => {
      const papers = { terms_and_conditions: "# Terms of use", privacy_policy: "# What we keep" };
      await admin.call("PUT /api/settings", { body: papers });
      const paths = [
        "/",
        "/login",
        "/register",
        "/recover",
        "/2fa",
        "/activate",
        "/terms",
        "/privacy",
        "/licences",
        `/viewer/${demo.visit}`,
        `/showcase/${demo.code}`,
        `/user/${demo.owner}`,
      ];
      for (const path of paths) {
        // One page for each address: one that an installation has switched off redirects to the sign-in page after a
        // while. It stays open: Chromium forgets a pending close when the page is just navigating, and the closing test
        // would wait forever.
        const page = await visitor.page.context().newPage();
        const reply = await page.goto(new URL(path, server.origin).href);
        expect(reply?.status(), path).toBe(200);
        await expect(page.locator("body"), path).not.toBeEmpty();
        if (/^\/(?:$|viewer|showcase|user|terms|privacy|licences)/.test(path)) {
          await expect(page.locator("main").first(), path).toBeAttached();
          expect(new URL(page.url()).pathname, path).toBe(path);
        }
      }
    });
  });
}

test("leads a member from a closed showcase to the project, and lets another user request access", async ({
  browser,
  server,
}) => {
  const [variant] = variants;
  if (variant === undefined) throw new Error("There is no variant.");
  const admin = await adminClient(server.origin);
  const name = `Quay ${Date.now()}`;
  const project = await admin.call("POST /api/projects", { body: { name } });
  const stranger = await makePerson(server.origin, `stranger-${Date.now()}`);
  const context = await freshBrowser(browser, variant);
  const visitor = new Visitor(await context.newPage(), variant, server.origin);
  const { page, t } = visitor;
  await visitor.open(`/showcase/${project.code}`);
  await page
    .locator("main")
    .getByRole("link", { name: t("sharing.links.sign_in") })
    .click();
  await page.getByRole("textbox", { name: t("auth.name") }).fill(stranger.username);
  await page.getByRole("textbox", { name: t("auth.password") }).fill(password);
  await page.getByRole("button", { name: t("auth.submit"), exact: true }).click();
  await page.waitForURL(`**/showcase/${project.code}`);
  await page.getByRole("button", { name: t("showcase.ask") }).click();
  await expect(page.getByRole("status").filter({ hasText: /./ })).toContainText("20");
  await admin.call("PUT /api/join-requests/accept", {
    body: { id_project: project.id, id_user: stranger.id },
  });
  await visitor.open(`/showcase/${project.code}`);
  await page.waitForURL(`**/project/${project.id}`);
  await context.close();
});
