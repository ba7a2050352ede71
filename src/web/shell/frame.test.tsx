import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Camera } from "lucide-react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok } from "#test/web/api-server.ts";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";
import { createAppRouter } from "#web/routes.tsx";
import { renderIn } from "#web/testing/in-language.tsx";
import { openScreen, person, publicSettings, superAdmin } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { say, says } from "#web/testing/say.ts";
import { IsFramed, PendingScreen } from "./loading.tsx";
import { SidebarNav } from "./sidebar-nav.tsx";

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
  "GET /api/notifications/unread": () => ok({ unread: 0 }),
  "GET /api/messages/unread": () => ok({ unread: 0 }),
};

describe("the route table", () => {
  const routes = Object.values(createAppRouter().routesById).filter(
    ({ options }) => options.staticData?.title !== undefined || options.staticData?.menu !== undefined,
  );

  it("gives every screen a path, a lazily loaded component, and a title", () => {
    for (const { fullPath, options } of routes) {
      expect(fullPath, fullPath).toMatch(/^\/\w/);
      expect(options.component, fullPath).toBeDefined();
      expect(options.staticData?.title, fullPath).toMatch(/^shell\.titles\./);
    }
  });

  it("gives menu entries an icon, and edit pages their parent screen", () => {
    for (const { fullPath, options } of routes) {
      const { menu, parent } = options.staticData ?? {};
      if (menu !== undefined) expect(menu.icon, fullPath).toBeDefined();
      if (/^\/edit(?!profile)/.test(fullPath)) expect(parent, fullPath).toMatch(/^\/\w+$/);
    }
  });
});

const barTools = () => [
  say("shell.top_bar.language"),
  say("shell.top_bar.dark"),
  say("shell.titles.notifications"),
  say("shell.titles.inbox"),
  say("shell.top_bar.create"),
];

/** Headings of screens are headers, too: the top bar is the one with the tools. */
async function topBar(): Promise<HTMLElement> {
  const bar = (await screen.findByRole("button", { name: say("shell.top_bar.language") })).closest("header");
  if (bar === null) throw new Error("The tools stand in no bar.");
  return bar;
}

describe("the top bar", () => {
  it("has its tools in one line: search, language, theme, bell, inbox, create", async () => {
    opened = await openScreen("/projects", "en", answers);
    const bar = await topBar();
    await within(bar).findByRole("button", { name: say("shell.titles.inbox") });
    expect(within(bar).getByPlaceholderText(say("search.placeholder"))).toBeDefined();
    const names = within(bar)
      .getAllByRole("button")
      .map((button) => button.getAttribute("aria-label") ?? button.textContent);
    const tools = barTools();
    expect(names.filter((name) => tools.includes(name ?? ""))).toEqual(tools);
  });

  it("has room for all seven when everything is switched on", async () => {
    localStorage.setItem("onboardingCompleted", "true");
    opened = await openScreen("/projects", "en", {
      ...answers,
      "GET /api/settings": () => ok({ ...publicSettings, enable_wizard: true }),
    });
    act(() => session.setSettings({ ...publicSettings, enable_wizard: true }));
    const bar = await topBar();
    for (const name of [...barTools(), say("onboarding.start")])
      expect(await within(bar).findByRole("button", { name })).toBeDefined();
    expect(within(bar).getByRole("combobox", { name: say("common.search") })).toBeDefined();
  });

  it("stays the same across navigation between screens", async () => {
    opened = await openScreen("/projects", "en", answers);
    const bar = await topBar();
    await opened.user.click(screen.getByRole("link", { name: say("shell.titles.visits") }));
    await screen.findByRole("heading", { name: say("shell.titles.visits") });
    expect(await topBar()).toBe(bar);
  });
});

describe("a phone", () => {
  const desktop = globalThis.matchMedia;
  afterEach(() => {
    globalThis.matchMedia = desktop;
  });
  const openOnPhone = async (path: string, language: Language, user: CurrentUser = person) => {
    globalThis.matchMedia = (query) => Object.assign(desktop(query), { matches: query.includes("width <") });
    opened = await openScreen(path, language, answers, user);
    return opened;
  };
  const wordsOf = (language: Language) => {
    const t = says(language);
    return {
      bar: t("shell.sidebar.quick"),
      tabs: [
        t("shell.sidebar.home"),
        t("shell.titles.projects"),
        t("shell.top_bar.create"),
        t("shell.titles.snags"),
        t("shell.sidebar.open"),
      ],
      search: t("common.search"),
      menu: t("shell.sidebar.label"),
      tools: [t("shell.top_bar.language"), t("shell.top_bar.dark"), t("shell.user_menu.logout")],
      visits: t("shell.titles.visits"),
    };
  };

  it.each(["en", "ar"] as const)(
    "has home, projects, create, snags and more in its bottom bar, the current one marked, in %s",
    async (language) => {
      const t = wordsOf(language);
      await openOnPhone("/projects", language);
      const bar = within(await screen.findByRole("navigation", { name: t.bar }));
      const names = ["link", "button"]
        .flatMap((role) => bar.getAllByRole(role))
        .map((tab) => tab.textContent);
      expect(names.toSorted()).toEqual([...t.tabs].toSorted());
      const current = bar.getAllByRole("link").filter((tab) => tab.getAttribute("aria-current") === "page");
      expect(current.map(({ textContent }) => textContent)).toEqual([t.tabs[1]]);
      expect(bar.queryByRole("button", { name: t.search })).toBeNull();
      expect(screen.getByRole("button", { name: t.search })).toBeDefined();
    },
  );

  it.each(["en", "ar"] as const)(
    "opens the whole menu and the account through More, in %s",
    async (language) => {
      const t = wordsOf(language);
      const { user, path } = await openOnPhone("/projects", language);
      await user.click(await screen.findByRole("button", { name: t.tabs[4] ?? "" }));
      const sheet = within(await screen.findByRole("dialog", { name: t.menu }));
      for (const name of t.tools) expect(sheet.getByRole("button", { name })).toBeDefined();
      await user.click(sheet.getByRole("link", { name: t.visits }));
      await waitFor(() => expect(path()).toBe("/visits"));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    },
  );

  it("has bell and inbox in its top bar", async () => {
    await openOnPhone("/projects", "en");
    const bar = (await screen.findByRole("button", { name: say("common.search") })).closest("header");
    if (bar === null) throw new Error("The search is in no bar.");
    for (const name of [say("shell.titles.notifications"), say("shell.titles.inbox")])
      expect(await within(bar).findByRole("button", { name })).toBeDefined();
  });
});

describe("the menu of super admins", () => {
  it("has a separator and a heading before their own entries; no other user's menu has them", async () => {
    opened = await openScreen("/projects", "en", answers, superAdmin);
    const menu = within(await screen.findByRole("navigation", { name: say("shell.sidebar.label") }));
    const follows = (name: string) =>
      menu.getByRole("separator").compareDocumentPosition(menu.getByRole("link", { name })) ===
      Node.DOCUMENT_POSITION_FOLLOWING;
    const entries = [say("shell.titles.visits"), say("shell.titles.users"), say("shell.titles.settings")];
    expect(entries.map(follows)).toEqual([false, true, true]);
    expect(menu.getByRole("region", { name: say("shell.sidebar.admin") })).toBeDefined();
    await opened.close();
    opened = await openScreen("/projects", "en", answers);
    const theirs = within(await screen.findByRole("navigation", { name: say("shell.sidebar.label") }));
    expect(theirs.queryByRole("separator")).toBeNull();
  });
});

describe("a screen that fails to render", () => {
  it("is replaced by the error screen, and renders again on retry", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    let isBroken = true;
    const page = () => ({ items: [isBroken ? null : aProject()], total: 1, page: 1, per_page: 24 });
    opened = await openScreen("/projects", "en", { ...answers, "GET /api/projects": () => ok(page()) });
    expect(await screen.findByRole("heading", { name: "Application Error" })).toBeDefined();
    isBroken = false;
    await queryClient.resetQueries();
    await opened.user.click(screen.getByRole("button", { name: say("common.retry") }));
    expect(await screen.findByRole("link", { name: aProject().name })).toBeDefined();
    logged.mockRestore();
  });
});

describe("a public page", () => {
  it("has no menu, no top bar and not the footer of the dashboard", async () => {
    opened = await openScreen("/user/abc", "en", answers);
    await screen.findByRole("main");
    expect(screen.queryByRole("navigation", { name: say("shell.sidebar.label") })).toBeNull();
    expect(screen.queryByRole("button", { name: say("shell.top_bar.create") })).toBeNull();
    expect(screen.queryByText(/^Version/)).toBeNull();
  });

  it.each([
    ["/showcase/abc", "Loading..."],
    ["/viewer/abc", "Loading viewer..."],
    ["/video/abc", "Loading viewer..."],
    ["/videos", "Loading..."],
    ["/videos/1", "Loading..."],
  ])("%s shows '%s' over everything while its script is loading", async (path, words) => {
    const root = createRootRoute({ component: PendingScreen });
    const router = createRouter({
      routeTree: root,
      history: createMemoryHistory({ initialEntries: [path] }),
    });
    await renderIn("en", <RouterProvider router={router as never} />);
    const overlay = (await screen.findByText(words)).closest(".fixed");
    expect(overlay?.className).toContain("inset-0");
    expect(overlay?.getAttribute("data-theme")).toBe(words === "Loading viewer..." ? "dark" : null);
  });
});

describe("a screen of the dashboard", () => {
  it("shows a skeleton in its own area, covering nothing, while its script is loading", async () => {
    const root = createRootRoute({
      component: () => (
        <IsFramed value={true}>
          <PendingScreen />
        </IsFramed>
      ),
    });
    const router = createRouter({
      routeTree: root,
      history: createMemoryHistory({ initialEntries: ["/projects"] }),
    });
    const { container } = await renderIn("en", <RouterProvider router={router as never} />);
    expect((await screen.findByRole("status")).textContent).toBe("Loading...");
    expect(container.querySelector(".fixed")).toBeNull();
  });
});

describe("a menu entry with sub-entries", () => {
  async function openMenuAt(path: string) {
    const root = createRootRoute({
      component: () => (
        <>
          <SidebarNav isCollapsed={false} />
          <Outlet />
        </>
      ),
    });
    const screenAt = (at: string, under?: string) =>
      createRoute({
        getParentRoute: () => root,
        path: at,
        component: () => <main>{at}</main>,
        staticData: {
          title: at === "/visits" ? "shell.titles.visits" : "shell.titles.saved",
          menu: { icon: Camera, ...(under !== undefined && { under }) },
        },
      });
    const router = createRouter({
      routeTree: root.addChildren([screenAt("/visits"), screenAt("/saved", "/visits")]),
      history: createMemoryHistory({ initialEntries: [path] }),
    });
    session.setUser(person);
    await renderIn("en", <RouterProvider router={router as never} />);
    await screen.findByRole("main");
  }

  it("is active and open while the page is one of its sub-entries", async () => {
    await openMenuAt("/saved");
    expect(screen.getByRole("link", { name: say("shell.titles.visits") }).getAttribute("aria-current")).toBe(
      "page",
    );
    expect(screen.getByRole("link", { name: say("shell.titles.saved") }).getAttribute("aria-current")).toBe(
      "page",
    );
  });

  it("opens and closes by its button, which does not make it active", async () => {
    const user = userEvent.setup();
    await openMenuAt("/visits");
    expect(screen.queryByRole("link", { name: say("shell.titles.saved") })).toBeNull();
    await user.click(
      screen.getByRole("button", {
        name: say("shell.sidebar.expand_group", { name: say("shell.titles.visits") }),
      }),
    );
    expect(
      screen.getByRole("link", { name: say("shell.titles.saved") }).getAttribute("aria-current"),
    ).toBeNull();
    await user.click(
      screen.getByRole("button", {
        name: say("shell.sidebar.collapse_group", { name: say("shell.titles.visits") }),
      }),
    );
    expect(screen.queryByRole("link", { name: say("shell.titles.saved") })).toBeNull();
  });
});

// Last: a page that has been left renders no other screen.
describe("a page without a title of its own", () => {
  it("is titled with the tagline", async () => {
    opened = await openScreen("/no-such-page", "en", answers);
    act(() => {
      session.setUser(null);
      session.setSettings({ ...publicSettings, website_name: "Harbour sites" });
    });
    await waitFor(() => expect(document.title).toBe("See your site from anywhere | Harbour sites"));
  });
});
