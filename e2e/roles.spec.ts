import { expect } from "@playwright/test";
import type { ProjectRole } from "#contract/projects.ts";
import { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";
import { makePerson, password } from "./people.ts";
import { test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { words } from "./words.ts";

/** Actions that the page of a project offers, by their words on the screen. */
const offers = {
  edit: "common.edit",
  visit: "projects.new_visit",
  team: "team.title",
  invite: "team.invite.action",
  plan: "sheets.edit_plan",
  export: "exports.action",
  leave: "team.leave.action",
} as const;
type Offer = keyof typeof offers;

const places: readonly {
  readonly role: ProjectRole;
  readonly language: "en" | "ar";
  readonly has: readonly Offer[];
}[] = [
  { role: "owner", language: "en", has: ["edit", "visit", "team", "invite", "plan", "export"] },
  { role: "manager", language: "ar", has: ["edit", "visit", "team", "invite", "plan", "export", "leave"] },
  { role: "editor", language: "en", has: ["visit", "team", "plan", "export", "leave"] },
  { role: "viewer", language: "ar", has: ["team", "leave"] },
  { role: "trade", language: "en", has: ["leave"] },
];

async function clientOf(origin: string, username: string): Promise<TestClient> {
  const client = new TestClient(origin);
  await client.call("POST /api/login", { body: { username_l: username, password_l: password } });
  return client;
}

const still = { reducedMotion: "reduce" } as const;

/** A project with a visit, a floor plan, and a user in every role. */
async function site(origin: string, tag: string) {
  const names = new Map<ProjectRole, string>();
  for (const { role } of places) {
    const username = `${tag}-${role}`;
    await makePerson(origin, username, role === "owner" ? "administrator" : "user");
    names.set(role, username);
  }
  const nameOf = (role: ProjectRole) => names.get(role) ?? "";
  const owner = await clientOf(origin, nameOf("owner"));
  const name = `Pier ${tag}`;
  const project = await owner.call("POST /api/projects", { body: { name } });
  const visit = await owner.call("POST /api/visits", {
    body: { id_project: project.id, name: "First walk", visit_date: "2026-11-01T08:00:00Z" },
  });
  const hall = { name: "hall.jpg", bytes: await panorama() };
  await owner.upload("POST /api/rooms", { id_visit: String(visit.id) }, { file: hall });
  await owner.call("POST /api/maps", { body: { id_project: project.id, name: "Deck" } });
  for (const role of ["manager", "editor", "viewer", "trade"] as const) {
    const body = { id_project: project.id, email: `${nameOf(role)}@example.org`, role };
    const { invitation } = await owner.call("POST /api/team-members/invite-team-member", { body });
    const invited = await clientOf(origin, nameOf(role));
    const params = { id: invitation?.id ?? 0 };
    await invited.call("PUT /api/users/invitations/accept/{id}", { params });
  }
  return { project, name, nameOf };
}

test("offers on a project's page exactly what each role allows", async ({ browser, server }) => {
  const { name, nameOf } = await site(server.origin, "places");
  for (const { role, language, has } of places) {
    const t = words(language);
    const page = await signedIn(browser, server.origin, {
      language,
      who: { username: nameOf(role) },
      ...still,
    });
    await page.goto(`${server.origin}/projects`);
    await page.getByRole("link", { name }).first().click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    // All panels are loaded.
    await expect(page.getByText("Deck", { exact: true }).first()).toBeVisible();
    const found = async () => {
      const shown = await Promise.all(
        Object.entries(offers).map(async ([offer, key]) => {
          const named = { name: t(key), exact: true } as const;
          const places = ["button", "link", "list"].map((role) =>
            page
              .getByRole("main")
              .getByRole(role as "button", named)
              .count(),
          );
          return (await Promise.all(places)).some((count) => count > 0) ? [offer] : [];
        }),
      );
      return shown.flat().toSorted();
    };
    await expect.poll(found, role).toEqual([...has].toSorted());
    await page.context().close();
  }
});

test("hides a project from non-members everywhere, and says at its address that it is not public", async ({
  browser,
  server,
}) => {
  const { project, name } = await site(server.origin, "outside");
  const t = words("en");
  await makePerson(server.origin, "outside-nobody");
  const page = await signedIn(browser, server.origin, {
    language: "en",
    who: { username: "outside-nobody" },
    ...still,
  });
  await page.goto(`${server.origin}/projects`);
  await expect(page.getByRole("main")).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
  await page.goto(`${server.origin}/search?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name })).toHaveCount(0);
  for (const path of [`/project/${project.id}`, `/project/${project.code}`, `/editproject/${project.id}`]) {
    await page.goto(server.origin + path);
    await expect(page.getByText(t("errors.code.PROJECT_NOT_PUBLIC")).first()).toBeVisible();
    await expect(page.getByText(name)).toHaveCount(0);
  }
});
