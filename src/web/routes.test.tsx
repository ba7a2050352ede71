import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { type Answers, ok } from "#test/web/api-server.ts";
import { openScreen, person, superAdmin } from "#web/testing/open-screen.tsx";
import { createAppRouter } from "./routes.tsx";
import { plainPath, rankOf } from "./shell/menu.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const nothing = () => ok({ items: [], total: 0, page: 1, per_page: 24 });
const answers: Answers = {
  "GET /api/projects": nothing,
  "GET /api/projects/recent": () => ok([]),
  "GET /api/visits": nothing,
  "GET /api/users": nothing,
};

/** Every route of the application: its path, the areas that contain it, and its static data. */
const routes = Object.values(createAppRouter().routesById).map((route) => {
  const above: { id: string }[] = [];
  for (let at: unknown = route; at !== undefined; at = (at as { parentRoute?: unknown }).parentRoute)
    above.push(at as { id: string });
  const ways = above.map(({ id }) => id);
  return {
    path: route.fullPath,
    isInside: ways.includes("/inside"),
    isForSuperAdmins: ways.includes("/inside/administration"),
    data: route.options.staticData,
  };
});
const screens = routes.filter(({ data }) => data?.title !== undefined);

describe("the routes of the application", () => {
  it("in the menu have a position in its order", () => {
    const entries = screens.filter(({ data }) => data?.menu !== undefined && data.menu.under === undefined);
    expect(entries.filter(({ path }) => rankOf(plainPath(path)) === -1)).toEqual([]);
  });

  it("for super admins alone are users, sessions and settings", () => {
    const theirs = screens.filter(({ isForSuperAdmins }) => isForSuperAdmins).map(({ path }) => path);
    expect(theirs.toSorted()).toEqual([
      "/activity",
      "/approvals",
      "/categories",
      "/channels",
      "/editmember/$id/$idProject",
      "/editplan/$id",
      "/edituser/$id",
      "/invoices",
      "/invoices/$id",
      "/plans",
      "/sessions",
      "/settings",
      "/system",
      "/tiers",
      "/users",
      "/users/bin",
    ]);
  });

  it("require sign-in, all but the public pages of people and projects", () => {
    const open = screens.filter(({ isInside }) => !isInside).map(({ path }) => path);
    expect(open.toSorted()).toEqual(["/licences", "/showcase/$code", "/user/$code"]);
  });

  it("without a role are open to every signed-in user", () => {
    const theirs = screens.filter(({ isInside, isForSuperAdmins }) => isInside && !isForSuperAdmins);
    expect(theirs.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        "/dashboard",
        "/cctv",
        "/profile",
        "/saved",
        "/editprofile",
        "/changeplan",
        "/projects",
        "/project/$id",
        "/editproject/$id",
        "/editsheet/$id",
        "/videos/{-$id}",
        "/editvideo/$id",
        "/visits/{-$id}",
        "/editvisit/$id",
        "/editvisit/$id/match",
        "/search",
        "/notifications",
        "/inbox/{-$id}",
        "/progress/{-$id}",
        "/editchannel/{-$id}",
      ]),
    );
  });

  it("of other services are open to every signed-in user, and name what must be enabled to appear in the menu", () => {
    const outside = screens
      .filter(({ data }) => data?.menu?.isOutside === true)
      .map(({ path, isInside, isForSuperAdmins, data }) => [
        path,
        isInside && !isForSuperAdmins,
        data?.menu?.opens,
      ]);
    expect(outside.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
      ["/autodesk", true, "autodesk"],
      ["/clickup", true, "clickup"],
      ["/developers", true, "api"],
      ["/monday", true, "monday"],
      ["/msproject/{-$id}", true, "ms_project"],
      ["/trello", true, "trello"],
    ]);
  });

  it("wait for the mandatory details, all but the page on which they are filled in", () => {
    const open = screens.filter(
      ({ isInside, data }) => isInside && data?.preventWhenProfileIncomplete === false,
    );
    expect(open.map(({ path }) => path)).toEqual(["/editprofile"]);
  });

  it.each([
    "/users",
    "/edituser/7",
    "/sessions",
    "/settings",
    "/approvals",
    "/categories",
    "/plans",
    "/editplan/7",
    "/tiers",
    "/invoices",
    "/invoices/7",
    "/users/bin",
    "/activity",
    "/system",
  ])(
    "of super admins, %s, redirect an administrator and a user to the dashboard, and nothing is requested from the server",
    async (path) => {
      for (const role of ["user", "administrator"] as const) {
        opened = await openScreen(path, "en", answers, { ...person, role });
        const { api, path: now } = opened;
        await waitFor(() => expect(now()).toBe("/dashboard"));
        expect(api.calls("GET /api/users")).toEqual([]);
        expect(api.calls("GET /api/admin/sessions")).toEqual([]);
        expect(api.calls("GET /api/plans")).toEqual([]);
        expect(api.calls("GET /api/invoices")).toEqual([]);
        expect(api.calls("GET /api/activity")).toEqual([]);
        expect(api.calls("GET /api/system/overview")).toEqual([]);
        expect(api.calls("GET /api/project-tiers/admin/stats")).toEqual([]);
        await opened.close();
        opened = undefined;
      }
    },
  );
});

describe("the menus", () => {
  const menu = async (whose: typeof person) => {
    opened = await openScreen("/projects", "en", answers, whose);
    const nav = await screen.findByRole("navigation", { name: "Main menu" });
    return within(nav)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href"));
  };

  it("show users, sessions and settings to super admins only, after all shared entries", async () => {
    const everybodys = await menu(person);
    await opened?.close();
    const theirs = await menu(superAdmin);
    expect(theirs.slice(0, everybodys.length)).toEqual(everybodys);
    expect(new Set(theirs.slice(everybodys.length))).toEqual(
      new Set([
        "/activity",
        "/approvals",
        "/categories",
        "/channels",
        "/invoices",
        "/plans",
        "/sessions",
        "/settings",
        "/system",
        "/tiers",
        "/users",
      ]),
    );
  });

  it("of the user's account link to the profile, its editing and saved items", async () => {
    opened = await openScreen("/projects", "en", answers);
    await opened.user.click(await screen.findByRole("button", { name: /^Your account/ }));
    const entries = (await screen.findAllByRole("menuitem")).map((entry) => [
      entry.textContent,
      entry.getAttribute("href"),
    ]);
    expect(entries).toEqual([
      ["My Profile", "/profile"],
      ["Edit Profile", "/editprofile"],
      ["Saved Items", "/saved"],
      ["Logout", null],
    ]);
  });
});
