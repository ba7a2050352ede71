import type { Page, Request } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { TestClient } from "#test/client.ts";
import { cutConnection } from "./page-errors.ts";
import { makePerson, password } from "./people.ts";
import { expect, test } from "./server.ts";
import { SiteManager } from "./site-manager.ts";
import { type Words, words } from "./words.ts";

// The service of addresses is outside and may not answer.
test.use({
  expectedErrors: [new RegExp(`^console: No address was found for a location|${cutConnection.source}`)],
});

/** Bodies of the page's requests under a path, in order. */
function bodiesOf(page: Page, method: string, path: RegExp): unknown[] {
  const bodies: unknown[] = [];
  page.on("request", (request: Request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname))
      bodies.push(request.postDataJSON());
  });
  return bodies;
}

/**
 * A user with projects of their own, at the project list. The map of the form has no tiles, so it contacts no other
 * host.
 */
async function enter(page: Page, origin: string, language: Language, username: string) {
  const t = words(language);
  const { email } = await makePerson(origin, username, "administrator");
  const client = new TestClient(origin);
  await client.call("POST /api/login", { body: { username_l: email, password_l: password } });
  const add = (name: string, status: "Design" | "On_Hold" = "Design") =>
    client.call("POST /api/projects", { body: { name, status } });
  await page.route(/\/\/(?!127\.0\.0\.1)/, (route) => route.abort());
  await page.addInitScript((chosen) => localStorage.setItem("app-language", chosen), language);
  await page.context().addCookies([{ name: "app-language", value: language, url: origin }]);
  await new SiteManager(page, t).signIn(origin, { email, password });
  return { t, client, add };
}

const card = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const box = (page: Page, t: Words, name: string) =>
  page.getByRole("checkbox", { name: t("projects.choose", { name }) });

async function openForm(page: Page, t: Words): Promise<void> {
  await page
    .getByRole("main")
    .getByRole("button", { name: t("projects.new") })
    .click();
  await page.getByRole("dialog", { name: t("projects.add_title") }).waitFor();
}

test("finds projects by an address, stars two at once, adds one despite mistakes and changes a single field", async ({
  page,
  server,
}) => {
  const { t, client, add } = await enter(page, server.origin, "en", "list-walker");
  for (const name of ["Quay 7", "Quay 8", "Depot"]) await add(name);
  await add("Old silo", "On_Hold");

  // A deep link shows what it names, and removing a filter leaves the others as they were.
  await page.goto(`${server.origin}/projects?status=On_Hold&role=owner`);
  await expect(card(page, "Old silo")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.getByRole("button", { name: t("projects.statuses.On_Hold") }).click();
  await expect(page.getByRole("article")).toHaveCount(4);
  expect(new URL(page.url()).search).toBe("?role=owner");

  // Two of them are selected with the checkbox and with Shift, and starred with one call.
  const stars = bodiesOf(page, "PUT", /bulk-star$/);
  await page.goto(`${server.origin}/projects?search=quay&sort=name`);
  await expect(page.getByRole("article")).toHaveCount(2);
  await card(page, "Quay 7").hover();
  await box(page, t, "Quay 7").click();
  await box(page, t, "Quay 8").click({ modifiers: ["Shift"] });
  await page
    .getByRole("toolbar")
    .getByRole("button", { name: t("common.star"), exact: true })
    .click();
  await expect(page.getByText(t("projects.bulk.starred_other", { count: 2 }))).toBeVisible();
  const { items } = await client.call("GET /api/projects", { query: { starred: 1, sort: "name" } });
  expect(items.map(({ name }) => name)).toEqual(["Quay 7", "Quay 8"]);
  expect(stars).toEqual([{ project_ids: items.map(({ id }) => id), starred: 1 }]);

  // Mistakes are reported at their fields and nothing that was typed is lost.
  await openForm(page, t);
  const dialog = page.getByRole("dialog");
  const line = (label: string) => dialog.getByRole("textbox", { name: label });
  await line(t("projects.name")).fill("quay 7");
  await line(t("projects.year")).fill("next year");
  await line(t("projects.area")).fill("-5");
  await line(t("projects.latitude")).fill("912");
  await dialog.getByRole("button", { name: t("projects.add"), exact: true }).click();
  await expect(dialog.getByText(t("projects.year_range"))).toBeVisible();
  await expect(dialog.getByText(t("projects.area_range"))).toBeVisible();
  await expect(dialog.getByText(t("projects.latitude_range"))).toBeVisible();
  await expect(line(t("projects.year"))).toHaveValue("next year");
  await line(t("projects.year")).fill("2024");
  await line(t("projects.area")).fill("1250.5");
  await line(t("projects.latitude")).fill("24.7");
  await line(t("projects.longitude")).fill("46.6");
  await dialog.getByRole("button", { name: t("projects.add"), exact: true }).click();
  await expect(dialog.getByText(t("projects.name_taken"))).toBeVisible();
  await line(t("projects.name")).fill("Harbour Gate");
  await dialog.getByRole("button", { name: t("projects.add"), exact: true }).click();
  await page.waitForURL(/\/project\/\d+/);
  await expect(page.getByText(t("projects.added"))).toBeVisible();

  // An edit sends only the changed field.
  const id = Number(page.url().split("/").at(-1));
  const edits = bodiesOf(page, "PUT", /^\/api\/projects\/\d+$/);
  await page.goto(`${server.origin}/editproject/${id}`);
  await page.getByLabel(t("projects.description")).fill("Two halls and a gate.");
  await page.getByRole("button", { name: t("common.save"), exact: true }).click();
  await expect(page.getByText(t("projects.saved"))).toBeVisible();
  expect(edits).toEqual([{ description: "Two halls and a gate." }]);
  const saved = await client.call("GET /api/projects/{id}", { params: { id } });
  expect(saved).toMatchObject({
    year: 2024,
    area: 1250.5,
    latitude: 24.7,
    longitude: 46.6,
    status: "Design",
  });
});

test("makes a project public and private, deletes it and restores it, by the toast and from the bin", async ({
  page,
  server,
}) => {
  const { t, client, add } = await enter(page, server.origin, "en", "bin-walker");
  const { id, code } = await add("North Wing");
  const project = () => client.call("GET /api/projects/{id}", { params: { id } });

  await page.goto(`${server.origin}/editproject/${id}`);
  // The visible switch covers its input.
  await page.getByText(t("projects.form.public_switch")).click();
  await expect(page.getByRole("textbox", { name: t("projects.form.public_link") })).toHaveValue(
    `${server.origin}/showcase/${code}`,
  );
  expect((await project()).is_public).toBe(true);

  await page.getByRole("button", { name: t("projects.form.deactivate"), exact: true }).click();
  const question = (title: string) =>
    page.getByRole("alertdialog", { name: t(title, { name: "North Wing" }) });
  await question("projects.form.deactivate_title")
    .getByRole("button", { name: t("projects.form.deactivate"), exact: true })
    .click();
  await expect(page.getByText(t("projects.form.state_inactive"))).toBeVisible();
  expect((await project()).active).toBe(false);

  const remove = async () => {
    await page.goto(`${server.origin}/editproject/${id}`);
    await page.getByRole("button", { name: t("projects.delete"), exact: true }).click();
    await question("projects.delete_title")
      .getByRole("button", { name: t("projects.delete"), exact: true })
      .click();
    await page.waitForURL("**/projects");
  };
  await remove();
  await expect(page.getByText(t("projects.empty_title"))).toBeVisible();
  await page.getByRole("button", { name: t("common.undo") }).click();
  await expect(card(page, "North Wing")).toBeVisible();

  await remove();
  await page.getByRole("button", { name: t("projects.more") }).click();
  await page.getByRole("menuitem", { name: t("projects.bin.title") }).click();
  await expect(page.getByText(t("projects.bin.left_other", { count: 30 }))).toBeVisible();
  await page.getByRole("button", { name: t("projects.bin.restore_of", { name: "North Wing" }) }).click();
  await expect(page.getByText(t("projects.bin.empty_title"))).toBeVisible();
  expect((await project()).name).toBe("North Wing");
});

test("notifies a manager at once who becomes a viewer while editing, keeps typed text, and blocks saving (ar)", async ({
  page,
  server,
}) => {
  const { t, client: manager } = await enter(page, server.origin, "ar", "right-loser");
  const { email, id: id_user } = await manager.call("GET /api/user");
  const office = await makePerson(server.origin, "right-giver", "administrator");
  const owner = new TestClient(server.origin);
  await owner.call("POST /api/login", { body: { username_l: office.email, password_l: password } });
  const { id: id_project } = await owner.call("POST /api/projects", { body: { name: "برج الميناء" } });
  const { invitation } = await owner.call("POST /api/team-members/invite-team-member", {
    body: { id_project, email, role: "manager" },
  });
  await manager.call("PUT /api/users/invitations/accept/{id}", { params: { id: invitation?.id ?? 0 } });

  await page.goto(`${server.origin}/projects?view=table`);
  await page.getByRole("grid").getByRole("link", { name: "برج الميناء" }).waitFor();
  await page.goto(`${server.origin}/editproject/${id_project}`);
  const name = page.getByRole("textbox", { name: t("projects.name") });
  await name.fill("برج الميناء الجديد");
  await owner.call("PUT /api/team-members/update-permissions", {
    body: { id_project, id_user, role: "viewer" },
  });
  await expect(page.getByText(t("projects.form.denied_title"))).toBeVisible();
  await page.getByRole("button", { name: t("common.save"), exact: true }).click();
  await expect(page.getByText(t("projects.form.denied_title"))).toBeVisible();
  await expect(name).toHaveValue("برج الميناء الجديد");
  await expect(page.getByRole("alert").getByRole("button", { name: t("common.copy") })).toBeVisible();
  const saved = await owner.call("GET /api/projects/{id}", { params: { id: id_project } });
  expect(saved.name).toBe("برج الميناء");
});
