import { TestClient } from "#test/client.ts";
import { barriersOn } from "./barriers.ts";
import { demoProject, demoVisits, readyVisit } from "./demo.ts";
import { adminClient, makePerson, password } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

const viewport = { width: 1280, height: 900 };

/** A member of the demo site's project with a client without a browser. */
async function member(origin: string, name: string, role: "editor" | "trade") {
  const { client: owner, project } = await demoProject(origin);
  const person = await makePerson(origin, name);
  await owner.call("POST /api/team-members/invite-team-member", {
    body: { id_project: project.id, email: person.email, role },
  });
  const client = new TestClient(origin);
  await client.call("POST /api/login", { body: { username_l: name, password_l: password } });
  const [invitation] = await client.call("GET /api/users/invitations");
  await client.call("PUT /api/users/invitations/accept/{id}", { params: { id: invitation?.id ?? 0 } });
  return { person, client, project };
}

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `updates the progress of a floor, undoes it, and shows two dates side by side (${language})`,
    async ({ browser, server: { origin } }) => {
      await readyVisit(origin);
      const { person, project } = await member(origin, `progress-${language}`, "editor");
      const visits = await demoVisits(origin);
      const page = await signedIn(browser, origin, { language, who: person, viewport });

      // The menu links there, and the address names the project from then on.
      await page.goto(`${origin}/projects`);
      const menu = page.getByRole("navigation", { name: t("shell.sidebar.label") });
      await menu.getByRole("link", { name: t("shell.titles.progress") }).click();
      await expect(page).toHaveURL(new RegExp(`/progress/${project.id}$`));
      await expect(page.getByRole("heading", { level: 1, name: t("progress.title") })).toBeVisible();

      await page.getByRole("button", { name: t("progress.tell"), exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox", { name: t("progress.place") }).fill("Lobby");
      const figure = dialog.getByRole("textbox", { name: t("progress.percent_field") });
      await figure.fill("45");
      await figure.press("Tab");
      await dialog.getByRole("button", { name: t("progress.save"), exact: true }).click();
      await expect(dialog).toBeHidden();
      const floors = page.getByRole("region", { name: t("progress.floors") });
      await expect(floors.getByText("Lobby")).toBeVisible();
      await expect(floors.getByText(/^45[\s\u200e]*[%٪]/).first()).toBeVisible();

      await page.getByRole("button", { name: t("common.undo") }).click();
      await expect(floors.getByText("Lobby")).toHaveCount(0);

      // Both dates of the same room; from there into the viewer, which compares them.
      const compare = page.getByRole("link", { name: t("progress.compare") });
      await expect(compare).toBeVisible();
      expect(await barriersOn(page)).toEqual([]);
      await compare.click();
      const oldest = visits.at(-1)?.code ?? "";
      await expect(page).toHaveURL(new RegExp(`/viewer/${oldest}/\\d+\\?.*compare=split`));
      await expect(page.locator("[data-picture]").first()).toBeAttached();
      await page.context().close();
    },
  );

  inTurn()(
    `shows a returning user the changes of others, and the next time that there is nothing new (${language})`,
    async ({ browser, server: { origin } }) => {
      const admin = await adminClient(origin);
      const { id } = await admin.call("POST /api/projects", { body: { name: `Quay wall ${language}` } });
      const person = await makePerson(origin, `comes-back-${language}`);
      const client = new TestClient(origin);
      await client.call("POST /api/login", { body: { username_l: person.username, password_l: password } });
      await admin.call("POST /api/team-members/invite-team-member", {
        body: { id_project: id, email: person.email, role: "trade" },
      });
      const [invitation] = await client.call("GET /api/users/invitations");
      await client.call("PUT /api/users/invitations/accept/{id}", { params: { id: invitation?.id ?? 0 } });
      await client.call("PUT /api/dashboard/seen", { body: { until: new Date().toISOString() } });
      await admin.call("POST /api/maps", { body: { id_project: id, name: "Pier" } });
      const { id: id_visit } = await admin.call("POST /api/visits", {
        body: { id_project: id, name: "Low tide", visit_date: "2026-01-05T08:00:00Z" },
      });
      const pin = (title: string, id_assignee: number | null) =>
        admin.call("POST /api/annotations", {
          body: { id_visit, title, id_assignee, due_date: "2026-01-06" },
        });
      await pin("Rust on the ladder", person.id);
      await pin("Somebody else's", null);

      const page = await signedIn(browser, origin, { language, who: person, viewport });
      await page.goto(`${origin}/dashboard`);
      const changes = page.getByRole("region", { name: new RegExp(`^${t("dashboard.changes")}`) });
      await expect(changes.getByText(/Pier/)).toBeVisible();
      await expect(changes.getByText(/Rust on the ladder/)).toBeVisible();
      const snags = page.getByRole("region", { name: new RegExp(`^${t("dashboard.snags")}`) });
      await expect(snags.getByRole("link", { name: /Rust on the ladder/ })).toBeVisible();
      await expect(page.getByText("Somebody else's")).toHaveCount(0);
      await page.reload();
      await expect(page.getByText(t("dashboard.changes_none_now"))).toBeVisible();
      await expect(snags.getByRole("link", { name: /Rust on the ladder/ })).toBeVisible();
      expect(await barriersOn(page)).toEqual([]);
      await page.context().close();
    },
  );
}
