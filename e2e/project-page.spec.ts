import type { Page } from "@playwright/test";
import { TestClient } from "#test/client.ts";
import { demoProject } from "./demo.ts";
import { adminClient, makePerson, type Person, password } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

async function clientOf(origin: string, person: Person): Promise<TestClient> {
  const client = new TestClient(origin);
  await client.call("POST /api/login", { body: { username_l: person.username, password_l: password } });
  return client;
}

/** The demo's project as its super admin sees it: with visits, rooms and a location. */
const panel = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name: title, exact: true }) });

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `loads the panels of a project's page independently: a slow one delays no other (${language})`,
    async ({ browser, server }) => {
      const { project } = await demoProject(server.origin);
      const page = await signedIn(browser, server.origin, { language });
      let letGo = () => undefined as void;
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await page.route("**/api/projects/*/activity**", async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${server.origin}/project/${project.code}`);
      await expect(page.getByRole("heading", { level: 1, name: project.name })).toBeVisible();
      await expect(panel(page, t("projects.cockpit.facts.title"))).toBeVisible();
      await expect(panel(page, t("projects.cockpit.rooms.title")).getByRole("link").first()).toBeVisible();
      const line = page.getByRole("navigation", { name: t("projects.cockpit.timeline.ribbon") });
      await expect(line.locator("a[href^='/viewer/']")).toHaveCount(project.visit_count);
      await expect(page.getByRole("application").first()).toBeVisible();
      await expect(page.getByRole("application").last()).toBeVisible();
      const log = panel(page, t("projects.cockpit.activity.title"));
      await expect(log.getByRole("listitem")).toHaveCount(0);
      letGo();
      await expect(log.getByRole("listitem").first()).toBeVisible();
      await expect(page.getByRole("link", { name: t("projects.cockpit.walk") })).toHaveAttribute(
        "href",
        /^\/viewer\/\w+$/,
      );
      await page.context().close();
    },
  );

  inTurn()(
    `changes a status in place, updates other users at once, and logs the old and new value (${language})`,
    async ({ browser, server }) => {
      const person = await makePerson(server.origin, `status-${language}`, "administrator");
      const client = await clientOf(server.origin, person);
      const project = await client.call("POST /api/projects", {
        body: { name: `Status ${language}`, status: "Design" },
      });
      const address = `${server.origin}/project/${project.id}`;
      const [mine, theirs] = await Promise.all([
        signedIn(browser, server.origin, { language, who: person }),
        signedIn(browser, server.origin, { language }),
      ]);
      await Promise.all([mine.goto(address), theirs.goto(address)]);
      const status = (page: Page, name: "Design" | "On_Hold") =>
        page.getByRole("button", {
          name: t("projects.cockpit.change_status", { status: t(`projects.statuses.${name}`) }),
        });
      await expect(status(theirs, "Design")).toBeVisible();
      await status(mine, "Design").click();
      await mine.getByRole("menuitemradio", { name: t("projects.statuses.On_Hold") }).click();
      await expect(status(mine, "On_Hold")).toBeVisible();
      await expect(status(theirs, "On_Hold")).toBeVisible();
      const words = [t("projects.statuses.Design"), t("projects.statuses.On_Hold")];
      const log = panel(theirs, t("projects.cockpit.activity.title"));
      await expect(log.getByRole("listitem").first()).toContainText(new RegExp(words.join(".*")));

      await mine.getByRole("button", { name: t("common.undo") }).click();
      await expect(status(theirs, "Design")).toBeVisible();
      await Promise.all([mine.context().close(), theirs.context().close()]);
    },
  );

  inTurn()(
    `shows an outside viewer of a public project its facts, location and entry, and none of its visits (${language})`,
    async ({ browser, server }) => {
      const [owner, visitor] = [
        await makePerson(server.origin, `shows-${language}`, "administrator"),
        await makePerson(server.origin, `visits-${language}`),
      ];
      const client = await clientOf(server.origin, owner);
      const { id, code } = await client.call("POST /api/projects", {
        body: { name: `Shown ${language}`, location: "Creek Road", latitude: 25.2, longitude: 55.3 },
      });
      await client.call("POST /api/visits", {
        body: { id_project: id, name: "Not for visitors", visit_date: "2026-02-01T08:00:00Z" },
      });
      const page = await signedIn(browser, server.origin, { language, who: visitor });
      await page.goto(`${server.origin}/project/${code}`);
      await expect(
        page.getByRole("alert").getByText(t("errors.code.PROJECT_NOT_PUBLIC")).first(),
      ).toBeVisible();

      await client.call("PUT /api/projects/{id}", { params: { id }, body: { is_public: 1 } });
      await page.reload();
      await expect(page.getByText(t("projects.cockpit.visitor_text"))).toBeVisible();
      await expect(panel(page, t("projects.cockpit.facts.title"))).toBeVisible();
      await expect(page.getByRole("application")).toBeVisible();
      await expect(page.getByText("Creek Road").first()).toBeVisible();
      await expect(page.getByText("Not for visitors")).toHaveCount(0);
      await expect(panel(page, t("projects.cockpit.activity.title"))).toHaveCount(0);
      await page.getByRole("link", { name: t("projects.cockpit.open_showcase") }).click();
      await page.waitForURL(`**/showcase/${code}`);
      await expect(page.getByRole("heading", { level: 1 })).toContainText(`Shown ${language}`);
      await page.context().close();
    },
  );
}

test("shows a new project to a super admin for approval, and lets its owner continue at once", async ({
  browser,
  server,
}) => {
  const t = words("en");
  const boss = await adminClient(server.origin);
  await boss.call("PUT /api/settings", { body: { approve_projects: true } });
  try {
    const person = await makePerson(server.origin, "waits", "administrator");
    const client = await clientOf(server.origin, person);
    const approvals = await signedIn(browser, server.origin, { language: "en" });
    await approvals.goto(`${server.origin}/approvals`);
    await expect(approvals.getByText(t("projects.approvals.projects_none"))).toBeVisible();
    await expect(
      approvals
        .getByRole("list", { name: t("projects.approvals.people") })
        .getByRole("listitem")
        .first(),
    ).toContainText("Site Office");

    const { id, validated } = await client.call("POST /api/projects", { body: { name: "Harbour gate" } });
    expect(validated).toBe(false);
    const approve = approvals.getByRole("button", {
      name: t("projects.approvals.approve_of", { name: "Harbour gate" }),
    });
    await expect(approve).toBeVisible();
    await expect(approvals.getByText("1 project waiting for approval")).toBeAttached();

    const owner = await signedIn(browser, server.origin, { language: "en", who: person });
    await owner.goto(`${server.origin}/project/${id}`);
    await expect(owner.getByText(t("projects.cockpit.waiting_title"))).toBeVisible();
    const newVisit = owner.getByRole("main").getByRole("button", { name: t("projects.new_visit") });
    await expect(newVisit).toHaveCount(0);

    await approve.click();
    await expect(approvals.getByText(t("projects.approvals.projects_none"))).toBeVisible();
    await expect(owner.getByText(t("projects.cockpit.waiting_title"))).toBeHidden();
    await expect(newVisit.first()).toBeVisible();

    // The approval can also be revoked on the project's own page.
    await approvals.goto(`${server.origin}/project/${id}`);
    await approvals.getByRole("button", { name: t("projects.cockpit.menu") }).click();
    await approvals.getByRole("menuitem", { name: t("projects.cockpit.take_back") }).click();
    await expect(owner.getByText(t("projects.cockpit.waiting_title"))).toBeVisible();
    await Promise.all([approvals.context().close(), owner.context().close()]);
  } finally {
    await boss.call("PUT /api/settings", { body: { approve_projects: false } });
  }
});

test("lets a super admin manage categories and types, and shows those of a project", async ({
  browser,
  server,
}) => {
  const t = words("en");
  const { client, project } = await demoProject(server.origin);
  const page = await signedIn(browser, server.origin, { language: "en" });
  await page.goto(`${server.origin}/categories`);
  const field = page.getByRole("textbox", { name: t("categories.new_category") });
  await field.fill("Waterfront");
  await field.press("Enter");
  const list = page.getByRole("list", { name: t("categories.categories") });
  await expect(list.getByText("Waterfront")).toBeVisible();
  await field.fill("WATERFRONT");
  await field.press("Enter");
  await expect(page.getByText(t("categories.name_taken"))).toBeVisible();
  await expect(field).toHaveValue("WATERFRONT");

  const { id } = (await client.call("GET /api/categories")).find(({ name }) => name === "Waterfront") ?? {
    id: 0,
  };
  const other = await signedIn(browser, server.origin, { language: "en" });
  await other.goto(`${server.origin}/project/${project.id}`);
  await expect(panel(other, t("projects.cockpit.facts.title"))).toBeVisible();
  await client.call("POST /api/categories/assign", { body: { id_project: project.id, id_category: id } });
  await expect(panel(other, t("projects.cockpit.facts.title")).getByText("Waterfront")).toBeVisible();

  await page.reload();
  await list.getByRole("button", { name: t("categories.delete", { name: "Waterfront" }) }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(t("categories.delete_text_one", { count: 1 }));
  await question.getByRole("button", { name: t("categories.delete_confirm") }).click();
  await expect(list.getByText("Waterfront")).toBeHidden();
  await other.reload();
  await expect(panel(other, t("projects.cockpit.facts.title"))).toBeVisible();
  await expect(panel(other, t("projects.cockpit.facts.title")).getByText("Waterfront")).toBeHidden();
  await Promise.all([page.context().close(), other.context().close()]);
});
