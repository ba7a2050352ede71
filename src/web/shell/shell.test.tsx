import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import type { Language } from "#contract/languages.ts";
import type { PublicSettings } from "#contract/settings.ts";
import { mayBegin } from "#test/people.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { session } from "#web/lib/session.ts";
import { applyTheme } from "#web/lib/theme.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { openScreen, person, publicSettings } from "#web/testing/open-screen.tsx";
import { aProject, aVisit } from "#web/testing/records.ts";
import { say, saying, says } from "#web/testing/say.ts";
import { LogoutDialog } from "./logout-dialog.tsx";

const answers: Answers = {
  "GET /api/projects": () => ok({ items: [aProject()], total: 1, page: 1, per_page: 24 }),
  "GET /api/projects/recent": () => ok([aProject()]),
  "GET /api/projects/{id}": () => ok(aProject()),
  "GET /api/visits": () => ok({ items: [aVisit()], total: 1, page: 1, per_page: 24 }),
  "POST /api/language": () => ok({ locale: "ar", direction: "rtl" }),
};

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

interface Place {
  readonly path?: string;
  readonly language?: Language;
  readonly user?: Partial<CurrentUser>;
  readonly settings?: Partial<PublicSettings>;
}

async function open({ path = "/projects", language = "en", user, settings }: Place = {}) {
  const signedIn = { ...person, ...user };
  opened = await openScreen(path, language, { ...answers, "GET /api/user": () => ok(signedIn) });
  act(() => {
    session.setUser(signedIn);
    session.setSettings({ ...publicSettings, ...settings });
  });
  await screen.findByRole("navigation", { name: says(language)("shell.sidebar.label") });
  return opened;
}

const menuTitles = [
  "shell.titles.dashboard",
  "shell.titles.projects",
  "shell.titles.visits",
  "shell.titles.photos",
  "shell.titles.snags",
  "shell.titles.sheets",
  "shell.titles.videos",
  "shell.titles.cameras",
  "shell.titles.live",
  "shell.titles.diary",
  "shell.titles.progress",
  "shell.titles.owner_report",
  "shell.titles.autodesk",
  "shell.titles.developers",
] as const;

const menuLabels = () => {
  const menu = document.querySelector("nav");
  if (menu === null) throw new Error("There is no menu.");
  return within(menu)
    .getAllByRole("link")
    .map(({ textContent }) => textContent);
};

describe("the sidebar", () => {
  it("lists its screens by use, in the same order in either language", async () => {
    await open();
    expect(menuLabels()).toEqual(menuTitles.map((key) => says("en")(key)));
    await opened?.close();
    await open({ language: "ar" });
    expect(menuLabels()).toEqual(menuTitles.map((key) => says("ar")(key)));
  });

  it("navigates from screen to screen within the same page, which takes the title of each", async () => {
    const { user, path } = await open();
    await waitFor(() => expect(document.title).toBe(`${say("shell.titles.projects")} | Sitewalk`));
    const shell = screen.getByRole("complementary");
    const bar = screen.getByRole("button", { name: say("shell.sidebar.collapse") }).closest("header");
    expect(bar?.textContent).toContain(say("shell.titles.projects"));
    await user.click(screen.getByRole("link", { name: say("shell.titles.visits") }));
    await waitFor(() => expect(path()).toBe("/visits"));
    await waitFor(() => expect(document.title).toBe(`${say("shell.titles.visits")} | Sitewalk`));
    expect(bar?.textContent).toContain(say("shell.titles.visits"));
    expect(screen.getByRole("complementary")).toBe(shell);
    expect(screen.getByRole("link", { name: say("shell.titles.visits") }).getAttribute("aria-current")).toBe(
      "page",
    );
    expect(
      screen.getByRole("link", { name: say("shell.titles.projects") }).getAttribute("aria-current"),
    ).toBeNull();
  });

  it("collapses to icons with their names kept, and stays so the next time", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: say("shell.sidebar.collapse") }));
    expect(new Set(menuLabels())).toEqual(new Set([""]));
    expect(screen.getByRole("link", { name: say("shell.titles.projects") })).toBeDefined();
    expect(localStorage.getItem("app-sidebar")).toBe("collapsed");
    await user.click(screen.getByRole("button", { name: say("shell.sidebar.expand") }));
    expect(localStorage.getItem("app-sidebar")).toBe("expanded");
  });
});

describe("the user menu", () => {
  it("shows the signed-in user by initial, name and email address, and closes by a click beside it", async () => {
    const { user } = await open({ user: { username: "amina" } });
    const menu = screen.getByRole("button", { name: saying("en")("shell.user_menu.label") });
    expect(within(menu).getByText("A")).toBeDefined();
    expect(within(menu).getByText("amina")).toBeDefined();
    expect(within(menu).getByText("manager@site.example")).toBeDefined();
    await user.click(menu);
    await screen.findByRole("menuitem", { name: "Logout" });
    await user.click(document.body);
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  });

  it("shows first and last name where they are set, and an address that is the only name once", async () => {
    const email = "manager@site.example";
    const { close } = await open({ user: { username: email, first_name: "Amina", last_name: "Saleh" } });
    const menu = () => within(screen.getByRole("button", { name: saying("en")("shell.user_menu.label") }));
    expect(menu().getByText("Amina Saleh")).toBeDefined();
    expect(menu().getByText(email)).toBeDefined();
    await close();
    await open({ user: { username: email } });
    expect(menu().getAllByText(email)).toHaveLength(1);
  });

  it("asks for confirmation of a sign-out; Cancel and Escape stay signed in", async () => {
    const { user, api } = await open();
    for (const stay of [
      () => user.click(screen.getByRole("button", { name: say("common.cancel") })),
      () => user.keyboard("{Escape}"),
    ]) {
      await user.click(screen.getByRole("button", { name: saying("en")("shell.user_menu.label") }));
      await user.click(await screen.findByRole("menuitem", { name: "Logout" }));
      const question = await screen.findByRole("alertdialog", { name: "Ready to Leave?" });
      expect(question.textContent).toContain(
        'Select "Logout" below if you are ready to end your current session.',
      );
      await stay();
      await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    }
    expect(api.calls("POST /api/logout")).toEqual([]);
    expect(session.user()).not.toBeNull();
  });
});

describe("signing out", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it.each([200, 500])("ends at /login when the server answers %i", async (status) => {
    const gone: string[] = [];
    const asked: unknown[] = [];
    // jsdom does not navigate by itself.
    vi.stubGlobal("location", {
      pathname: "/projects",
      search: "",
      assign: (path: string) => gone.push(path),
    });
    vi.spyOn(globalThis, "fetch").mockImplementation(async (url) => {
      asked.push(url);
      const { body } = status === 200 ? ok({}) : refuse(500, "SERVER", "");
      return Response.json(body, { status });
    });
    session.setUser(person);
    await renderIn("en", <LogoutDialog isOpen onClose={() => undefined} />);
    act(() => screen.getByRole("button", { name: "Logout" }).click());
    await waitFor(() => expect(gone).toEqual(["/login?logged_out=true"]));
    expect(asked).toEqual(["/api/logout"]);
    expect(session.user()).toBeNull();
    session.setUser(undefined);
  });
});

describe("the top bar", () => {
  it("offers languages only where the settings do, and changes texts and direction immediately", async () => {
    const { user, api } = await open();
    await user.click(screen.getByRole("button", { name: say("shell.top_bar.language") }));
    const choices = (await screen.findAllByRole("menuitemradio")).map((item) => [
      item.getAttribute("aria-checked"),
      item.textContent,
    ]);
    expect(choices).toEqual([
      ["true", expect.stringMatching(/EN.*English/)],
      ["false", expect.stringMatching(/ع.*العربية/)],
    ]);
    await user.click(screen.getByRole("menuitemradio", { name: /العربية/ }));
    await waitFor(() => expect(document.documentElement.dir).toBe("rtl"));
    expect(document.documentElement.lang).toBe("ar");
    await waitFor(() => expect(menuLabels()).toContain(says("ar")("shell.titles.projects")));
    await waitFor(() =>
      expect(api.calls("POST /api/language").map(({ body }) => body)).toEqual([{ locale: "ar" }]),
    );
    act(() => session.setSettings({ ...publicSettings, languages_enabled: false }));
    expect(screen.queryByRole("button", { name: says("ar")("shell.top_bar.language") })).toBeNull();
  });

  it("offers dark mode only where the settings do, and remembers the choice", async () => {
    localStorage.setItem("app-theme", "dark");
    const { user } = await open();
    act(applyTheme);
    await user.click(screen.getByRole("button", { name: say("shell.top_bar.light") }));
    expect(document.documentElement.dataset["theme"]).toBe("light");
    expect(localStorage.getItem("app-theme")).toBe("light");
    await user.click(screen.getByRole("button", { name: say("shell.top_bar.dark") }));
    expect(document.documentElement.dataset["theme"]).toBe("dark");
    act(() => session.setSettings({ ...publicSettings, dark_mode: false }));
    expect(screen.queryByRole("button", { name: /mode$/ })).toBeNull();
  });

  it("offers only what this user may create; menus close by Escape and by a click beside them", async () => {
    const { user } = await open({ user: { can: mayBegin({ create_project: false }) } });
    const create = screen.getByRole("button", { name: say("shell.top_bar.create") });
    await user.click(create);
    expect((await screen.findByRole("menuitem", { name: "New Project" })).getAttribute("aria-disabled")).toBe(
      "true",
    );
    expect(
      screen.getByRole("menuitem", { name: say("visits.new") }).getAttribute("aria-disabled"),
    ).toBeNull();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    await user.click(create);
    await screen.findByRole("menu");
    await user.click(document.body);
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  });
});

describe("around every screen", () => {
  it("shows the footer with the name of the installation, the year and the version", async () => {
    await open({ settings: { website_name: "Harbour sites", version: "2.1" } });
    const footer = screen.getByRole("contentinfo");
    expect(footer.textContent).toContain(`Harbour sites © ${new Date().getFullYear()}`);
    expect(footer.textContent).toContain(say("shell.footer.version", { version: "2.1" }));
    await waitFor(() => expect(document.title).toBe(`${say("shell.titles.projects")} | Harbour sites`));
  });

  it("shows the banner of the demo account, to the demo account only", async () => {
    await open({ user: { is_demo: true } });
    expect(screen.getByText("This is a demo account. You cannot modify any data.")).toBeDefined();
    act(() => session.setUser(person));
    expect(screen.queryByText("This is a demo account. You cannot modify any data.")).toBeNull();
  });

  it("shows breadcrumbs: the edit page of a project names its parents", async () => {
    await open({ path: "/editproject/1" });
    const crumbs = await screen.findByRole("navigation", { name: say("common.breadcrumbs") });
    expect(
      within(crumbs)
        .getByRole("link", { name: say("shell.titles.projects") })
        .getAttribute("href"),
    ).toBe("/projects");
    expect(crumbs.textContent).toContain("Tower B");
  });
});

describe("an unknown path", () => {
  it.each(["/no-such-page", "/a/b/c"])("%s shows that nothing is there", async (path) => {
    opened = await openScreen(path, "en", answers);
    expect(await screen.findByText(saying("en")("shell.not_found.title"))).toBeDefined();
    expect(screen.getByRole("link", { name: say("shell.not_found.action") }).getAttribute("href")).toBe("/");
  });
});
