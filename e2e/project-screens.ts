import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { freePort, startServer, stopGently } from "#test/chaos/server-process.ts";
import { TestClient } from "#test/client.ts";
import { completeProfile } from "./complete-profile.ts";
import type { Studio } from "./shell-screens.ts";
import { words } from "./words.ts";

const admin = { email: "owner@example.org", password: "correct horse battery" };
const password = "a long walk on site";

/** Projects of a city, in addition to the demo's. */
const others = [
  { name: "Harbour wall", status: "Under_Construction", location: "Jeddah", at: [21.4858, 39.1925] },
  { name: "School in the old town", status: "Design", location: "Muscat", at: [23.588, 58.3829] },
  { name: "Bridge over the wadi", status: "On_Hold", location: "Abha", at: [18.2164, 42.5053] },
  { name: "Water tower", status: "Completed", location: "Doha", at: [25.2854, 51.531] },
] as const;

/** Starts the demo site with a team, other projects, categories and types, and one project waiting for approval. */
export async function openProjectSite() {
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-project-screens-"));
  const server = await startServer(await freePort(), {
    DATA_DIR: dataDir,
    DEMO: "on",
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  await completeProfile(server.origin, admin);
  const owner = await enter(server.origin, admin.email, admin.password);
  const { items } = await owner.call("GET /api/projects");
  const demo = items[0];
  if (demo === undefined) throw new Error("There is no demo project.");
  const type = await owner.call("POST /api/project-types", { body: { name: "Housing" } });
  await owner.call("POST /api/project-types", { body: { name: "Infrastructure" } });
  const categories = [];
  for (const name of ["Concrete", "Façade", "Fit-out"])
    categories.push(await owner.call("POST /api/categories", { body: { name } }));
  await owner.call("PUT /api/projects/{id}", {
    params: { id: demo.id },
    body: { id_type: type.id, category_ids: categories.slice(0, 2).map(({ id }) => id) },
  });
  for (const { at, ...values } of others)
    await owner.call("POST /api/projects", { body: { ...values, latitude: at[0], longitude: at[1] } });
  const id_project = demo.id;
  for (const [username, first_name, last_name, role] of [
    ["site-office", "Site", "Office", "manager"],
    ["survey", "Survey", "Team", "editor"],
    ["facade", "Façade", "Crew", "trade"],
  ] as const) {
    const email = `${username}@example.org`;
    await owner.call("POST /api/users", {
      body: { username, email, password, first_name, last_name, role: "administrator" },
    });
    const { invitation } = await owner.call("POST /api/team-members/invite-team-member", {
      body: { id_project, email, role },
    });
    const person = await enter(server.origin, username, password);
    await person.call("PUT /api/users/invitations/accept/{id}", { params: { id: invitation?.id ?? 0 } });
    if (role === "trade") await person.call("PUT /api/projects/star", { body: { id_project } });
  }
  await owner.call("POST /api/team-members/invite-team-member", {
    body: { id_project, email: "lighting@example.org", role: "viewer" },
  });
  await owner.call("POST /api/users", {
    body: {
      username: "water",
      email: "water@example.org",
      password,
      first_name: "Water",
      last_name: "Board",
    },
  });
  const asks = await enter(server.origin, "water", password);
  await asks.call("POST /api/join-requests/send", {
    body: { project_code: demo.code, message: "We connect the mains in May." },
  });
  const office = await enter(server.origin, "site-office", password);
  await owner.call("PUT /api/settings", { body: { approve_projects: true } });
  await office.call("POST /api/projects", { body: { name: "Car park", location: "Dubai" } });
  const { items: all } = await owner.call("GET /api/projects", { query: { search: "Water tower" } });
  if (all[0]) await owner.call("DELETE /api/projects/{id}", { params: { id: all[0].id } });
  return {
    origin: server.origin,
    project: demo,
    close: async () => {
      await stopGently(server.child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function enter(origin: string, name: string, word: string): Promise<TestClient> {
  const client = new TestClient(origin);
  await client.call("POST /api/login", { body: { username_l: name, password_l: word } });
  return client;
}

type Site = Awaited<ReturnType<typeof openProjectSite>>;

/** The guest's screens, then everything about projects and teams. */
export async function projectScreens(site: Site, studio: Studio): Promise<void> {
  const context = await studio.open();
  await context.addInitScript(() => {
    localStorage.setItem("onboardingCompleted", "true");
    localStorage.setItem("app-cookies", "necessary");
  });
  const page = await context.newPage();
  const t = words(studio.language);
  const { project, origin } = site;
  const at = async (path: string) => {
    await page.goto(origin + path);
    await page.waitForLoadState("networkidle");
  };
  const dialog = async (name: string, shot: string) => {
    await page.getByRole("button", { name, exact: true }).first().click();
    await page.getByRole("dialog").waitFor();
    await page.waitForTimeout(800);
    await studio.shoot(page, shot);
    await page.keyboard.press("Escape");
  };
  // The theme's cookie exists from the second page on.
  await at("/");
  await at("/");
  await studio.shoot(page, "home");
  await at(`/showcase/${project.code}`);
  await studio.shoot(page, "showcase");
  await signIn(page, origin);

  await at("/projects");
  await studio.shoot(page, "projects");
  await dialog(t("team.join.action"), "join");
  await at("/projects?view=table");
  await studio.shoot(page, "projects-table");
  await at("/projects?view=map");
  await page.waitForTimeout(1500);
  await studio.shoot(page, "projects-map");
  await at(`/project/${project.id}`);
  await studio.shoot(page, "project");
  await page.locator("#plans").scrollIntoViewIfNeeded();
  await page.locator("#plans").evaluate((plans) => plans.scrollIntoView({ block: "start" }));
  await studio.shoot(page, "plans");
  await page.locator("#team").evaluate((team) => team.scrollIntoView({ block: "start" }));
  await studio.shoot(page, "team");
  await dialog(t("team.invite.action"), "invite");
  for (const [name, path] of [
    ["edit-project", `/editproject/${project.id}`],
    ["bin", "/projects/bin"],
    ["categories", "/categories"],
    ["approvals", "/approvals"],
  ] as const) {
    await at(path);
    await studio.shoot(page, name);
  }
  await context.close();
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.locator("input[name=username_l]").fill(admin.email);
  await page.locator("input[name=password_l]").fill(admin.password);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL("**/dashboard");
}
