import { type Browser, expect, type Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import type { GivenRole } from "#contract/team.ts";
import { TestClient } from "#test/client.ts";
import { type DoorSite, test } from "./door-site.ts";
import { adminClient, makePerson, type Person, password } from "./people.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

// The ledger asks for this line where a channel is refused (1.8.R72).
test.use({ expectedErrors: [/^console: Channel auth failed: .*HTTP 403/] });

/** Calls go to the server directly; browsers use the site's own name. */
const direct = (site: DoorSite) => site.origin.replace("localhost", "127.0.0.1");

interface Named extends Person {
  readonly name: string;
  readonly client: TestClient;
}

/** Users are distinguished by their first names. */
async function named(site: DoorSite, username: string, first_name: string): Promise<Named> {
  const origin = direct(site);
  const person = await makePerson(origin, username, "administrator");
  const admin = await adminClient(origin);
  await admin.call("PUT /api/users/{id}", { params: { id: person.id }, body: { first_name } });
  const client = new TestClient(origin);
  await client.call("POST /api/login", { body: { username_l: username, password_l: password } });
  return { ...person, name: `${first_name} Office`, client };
}

async function signedIn(
  browser: Browser,
  site: DoorSite,
  username: string,
  language: Language,
): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript((chosen) => {
    localStorage.setItem("app-language", chosen);
    localStorage.setItem("onboardingCompleted", "true");
    localStorage.setItem("app-cookies", "necessary");
  }, language);
  const page = await context.newPage();
  await page.goto(`${site.origin}/login`);
  await page.locator("input[name=username_l]").fill(username);
  await page.locator("input[name=password_l]").fill(password);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL("**/dashboard");
  return page;
}

/** Creates a project of the first user, in which the second has the role `role`. */
async function shared(owner: Named, name: string, member?: { of: Named; role: GivenRole }) {
  const project = await owner.client.call("POST /api/projects", { body: { name } });
  if (member === undefined) return project;
  const { email } = member.of;
  const body = { id_project: project.id, email, role: member.role };
  const { invitation } = await owner.client.call("POST /api/team-members/invite-team-member", { body });
  const params = { id: invitation?.id ?? 0 };
  await member.of.client.call("PUT /api/users/invitations/accept/{id}", { params });
  return project;
}

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);
  const team = (page: Page) => page.getByRole("list", { name: t("team.title"), exact: true });
  const row = (page: Page, name: string) => team(page).getByRole("listitem").filter({ hasText: name });
  const button = (page: Page, key: string, values = {}) =>
    page.getByRole("button", { name: t(key, values), exact: true });
  const ask = async (page: Page, name: string, entry: string) => {
    await button(page, "team.actions_for", { name }).click();
    await page.getByRole("menuitem", { name: t(entry) }).click();
  };

  inTurn()(
    `invites a known and an unknown user, who join by the bell and by email (${language})`,
    async ({ browser, site }) => {
      const owner = await named(site, `inviting-${language}`, "Owner");
      const known = await named(site, `known-${language}`, "Known");
      const fresh = `fresh-${language}@example.org`;
      const project = await shared(owner, "Harbour Hall");
      const [theirs, knowns] = [
        await signedIn(browser, site, owner.username, language),
        await signedIn(browser, site, known.username, language),
      ];
      await knowns.goto(`${site.origin}/projects`);
      await expect(knowns.getByRole("button", { name: t("team.join.action") })).toBeVisible();

      await theirs.goto(`${site.origin}/project/${project.id}`);
      await button(theirs, "team.invite.action").click();
      const dialog = theirs.getByRole("dialog", {
        name: t("team.invite.title", { project: "Harbour Hall" }),
      });
      await dialog
        .getByRole("textbox", { name: t("team.invite.addresses") })
        .fill(`${known.email}, ${fresh} `);
      await dialog.getByText(t("team.roles.editor"), { exact: true }).click();
      await dialog.getByRole("textbox", { name: t("team.invite.message") }).fill("The roof is next.");
      await dialog.locator("button[type=submit]").click();
      await expect(dialog).toBeHidden();
      await expect(theirs.getByText(fresh)).toBeVisible();

      // A user with an account sees it in the app.
      await expect(knowns.getByText("The roof is next.")).toBeVisible();
      await button(knowns, "team.waiting.accept_named", { project: "Harbour Hall" }).click();
      await knowns.waitForURL(`**/project/${project.id}`);
      await expect(row(theirs, known.name)).toContainText(t("team.roles.editor"));

      // A user without one gets a link that creates one and signs them in.
      const { link } = await site.mail.next(fresh);
      const newcomers = await (await browser.newContext()).newPage();
      await newcomers.addInitScript((chosen) => {
        localStorage.setItem("app-language", chosen);
        localStorage.setItem("onboardingCompleted", "true");
      }, language);
      await newcomers.goto(link);
      await newcomers.getByRole("textbox", { name: t("auth.fields.first_name") }).fill("Fresh");
      await newcomers.getByRole("textbox", { name: t("auth.fields.last_name") }).fill("Office");
      await newcomers.getByRole("textbox", { name: t("auth.username") }).fill(`fresh-${language}`);
      await newcomers.locator("input[type=password]").first().fill(password);
      await newcomers.getByRole("button", { name: t("auth.activate.invited_submit") }).click();
      await newcomers.waitForURL(/\/(dashboard|project)/);
      await newcomers.goto(`${site.origin}/project/${project.id}`);
      await expect(newcomers.getByRole("heading", { name: "Harbour Hall" })).toBeVisible();
      await expect(row(theirs, "Fresh Office")).toContainText(t("team.roles.editor"));
      await expect(theirs.getByText(fresh)).toBeHidden();
      await Promise.all([theirs, knowns, newcomers].map((page) => page.context().close()));
    },
  );

  inTurn()(
    `lets a user request access by a code; the owner approves, and the open screen updates without a reload (${language})`,
    async ({ browser, site }) => {
      const owner = await named(site, `deciding-${language}`, "Owner");
      const asker = await named(site, `asking-${language}`, "Asking");
      const project = await shared(owner, "Gate House");
      const [theirs, his] = [
        await signedIn(browser, site, owner.username, language),
        await signedIn(browser, site, asker.username, language),
      ];
      await theirs.goto(`${site.origin}/project/${project.id}`);
      await expect(team(theirs)).toBeVisible();

      await his.goto(`${site.origin}/project/${project.id}`);
      await expect(his.getByText(t("failures.cases.not_member"))).toBeVisible();
      await his.goto(`${site.origin}/projects`);
      await button(his, "team.join.action").click();
      const dialog = his.getByRole("dialog");
      const code = dialog.getByRole("textbox", { name: t("team.join.code") });
      await code.fill("nosuchcode23");
      await button(his, "team.join.check").click();
      await expect(dialog.getByText(t("errors.code.JOIN_CODE_UNKNOWN"))).toBeVisible();
      await code.fill(`${site.origin}/project/${project.code}`);
      await button(his, "team.join.check").click();
      await expect(dialog.getByText("Gate House")).toBeVisible();
      await dialog.getByRole("textbox", { name: t("team.join.message") }).fill("Crane crew");
      await button(his, "team.join.ask").click();
      await expect(dialog.getByText(t("team.join.pending_title"))).toBeVisible();

      await expect(theirs.getByText("Crane crew")).toBeVisible();
      await button(theirs, "team.requests.accept_named", { name: asker.name }).click();
      await expect(row(theirs, asker.name)).toContainText(t("team.roles.viewer"));

      await expect(dialog.getByText(t("team.join.member_title"))).toBeVisible();
      await button(his, "team.join.open").click();
      await his.waitForURL(`**/project/${project.id}`);
      await expect(his.getByRole("heading", { name: "Gate House" })).toBeVisible();
      await Promise.all([theirs, his].map((page) => page.context().close()));
    },
  );

  inTurn()(
    `updates open screens at once on a new role, its loss and leaving (${language})`,
    async ({ browser, site }) => {
      const owner = await named(site, `ruling-${language}`, "Owner");
      const member = await named(site, `ruled-${language}`, "Member");
      const project = await shared(owner, "Water Tower", { of: member, role: "viewer" });
      const second = await shared(owner, "Pump Room", { of: member, role: "viewer" });
      const [theirs, his] = [
        await signedIn(browser, site, owner.username, language),
        await signedIn(browser, site, member.username, language),
      ];
      const add = his.locator("main").getByRole("button", { name: t("projects.new_visit") });
      await theirs.goto(`${site.origin}/project/${project.id}`);
      await his.goto(`${site.origin}/project/${project.id}`);
      await expect(row(his, member.name)).toContainText(t("team.roles.viewer"));
      await expect(add).toHaveCount(0);

      await expect(team(theirs)).toBeVisible();
      await ask(theirs, member.name, "team.member.change_role");
      const question = theirs.getByRole("dialog", {
        name: t("team.member.role_title", { name: member.name }),
      });
      await question.getByText(t("team.roles.editor"), { exact: true }).click();
      await question.locator("button[type=submit]").click();
      await expect(add.first()).toBeVisible();
      await expect(row(his, member.name)).toContainText(t("team.roles.editor"));

      // A project that a user was removed from shows one calm sentence.
      await ask(theirs, member.name, "team.member.remove");
      await theirs
        .getByRole("alertdialog")
        .getByRole("button", { name: t("team.member.remove_confirm") })
        .click();
      const lost = t("team.live.lost_title", { project: "Water Tower" });
      await expect(his.getByText(lost)).toBeVisible();
      await expect(row(theirs, member.name)).toHaveCount(0);
      await his.getByRole("link", { name: t("team.live.to_projects") }).click();
      await his.waitForURL("**/projects");
      await expect(his.getByText("Pump Room").first()).toBeVisible();
      await expect(his.getByText("Water Tower")).toHaveCount(0);

      await theirs.goto(`${site.origin}/project/${second.id}`);
      await expect(row(theirs, member.name)).toBeVisible();
      await his.goto(`${site.origin}/project/${second.id}`);
      await button(his, "team.leave.action").click();
      await his
        .getByRole("alertdialog")
        .getByRole("button", { name: t("team.leave.confirm") })
        .click();
      await his.waitForURL("**/projects");
      await expect(his.getByText(t("team.leave.left", { project: "Pump Room" }))).toBeVisible();
      await expect(his.getByText(t("team.live.lost_title", { project: "Pump Room" }))).toHaveCount(0);
      await expect(row(theirs, member.name)).toHaveCount(0);
      await Promise.all([theirs, his].map((page) => page.context().close()));
    },
  );

  inTurn()(
    `keeps the typed text of a member who is removed while filling a form, and notifies them (${language})`,
    async ({ browser, site }) => {
      const owner = await named(site, `taking-${language}`, "Owner");
      const member = await named(site, `typing-${language}`, "Typing");
      const project = await shared(owner, "Long Shed", { of: member, role: "manager" });
      const his = await signedIn(browser, site, member.username, language);
      await his.goto(`${site.origin}/editproject/${project.id}`);
      const place = his.getByRole("textbox", { name: t("projects.name") }).first();
      await place.fill("A name that took long to think of");
      await owner.client.call("DELETE /api/team-members/remove-team-member", {
        body: { id_project: project.id, id_user: member.id },
      });
      await expect(his.getByText(t("team.live.lost_title", { project: "Long Shed" })).first()).toBeVisible();
      expect(new URL(his.url()).pathname).toBe(`/editproject/${project.id}`);
      await expect(place).toHaveValue("A name that took long to think of");
      await his.context().close();
    },
  );
}
