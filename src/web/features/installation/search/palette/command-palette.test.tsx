import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import type { Language } from "#contract/languages.ts";
import { mayBegin } from "#test/people.ts";
import { session } from "#web/lib/session.ts";
import { forgetPersonal } from "#web/lib/storage.ts";
import { applyTheme } from "#web/lib/theme.ts";
import { openScreen, person, publicSettings, superAdmin } from "#web/testing/open-screen.tsx";
import { say, saying } from "#web/testing/say.ts";
import { isPaletteOpen, isShortcutsOpen } from "../access.ts";
import { aHit, searchAnswers } from "../testing.ts";

const things = [aHit({ id: 1, title: "Tower B" }), aHit({ id: 7, title: "Viaduct", url: "/project/7" })];

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  isPaletteOpen.set(false);
  isShortcutsOpen.set(false);
  await opened?.close();
  opened = undefined;
});

async function open({ whose = person, language = "en" }: { whose?: CurrentUser; language?: Language } = {}) {
  opened = await openScreen("/projects", language, searchAnswers(things), whose);
  await screen.findByRole("combobox");
  await opened.user.keyboard("{Control>}k{/Control}");
  await field();
  return opened;
}
const palette = () => screen.findByRole("dialog", { name: say("search.palette.label") });
const field = async () => within(await palette()).findByRole<HTMLInputElement>("combobox");
const lines = () => screen.queryAllByRole("option").map(({ textContent }) => textContent ?? "");
const marked = () => screen.getByRole("option", { selected: true }).textContent;
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

describe("command palette", () => {
  it("opens by Ctrl and K from anywhere, closes the same way and by Escape, and returns the focus", async () => {
    const { user } = await open();
    await user.keyboard("{Control>}k{/Control}");
    await isClosed();
    const box = screen.getByRole("combobox", { name: say("search.label") });
    await user.click(box);
    await user.keyboard("{Meta>}k{/Meta}");
    expect(document.activeElement).toBe(await field());
    await user.keyboard("{Escape}");
    await isClosed();
    await waitFor(() => expect(document.activeElement).toBe(box));
  });

  it("opens by the key that writes noon on an Arabic keyboard, and by the hint in the search box", async () => {
    const { user } = await open({ language: "ar" });
    await user.keyboard("{Escape}");
    await isClosed();
    const noon = { key: "ن", code: "KeyK", ctrlKey: true, bubbles: true, cancelable: true };
    act(() => void document.body.dispatchEvent(new KeyboardEvent("keydown", noon)));
    await palette();
    await user.keyboard("{Escape}");
    await isClosed();
    await user.click(
      screen.getByRole("button", { name: new RegExp(`^${saying("ar")("search.palette.open").source}`) }),
    );
    await palette();
  });

  it("links to every screen that the user may open, also those without an entry in the menu", async () => {
    await open();
    const screens = within(
      screen.getByRole("group", { name: say("search.palette.groups.screens") }),
    ).getAllByRole("option");
    const names = screens.map(({ textContent }) => textContent);
    expect(names.slice(0, 3)).toEqual([
      say("shell.titles.dashboard"),
      say("shell.titles.projects"),
      say("shell.titles.visits"),
    ]);
    for (const name of [
      say("shell.titles.profile"),
      say("shell.titles.edit_profile"),
      say("shell.titles.saved"),
      say("shell.titles.search"),
    ])
      expect(names).toContain(name);
    for (const name of [
      say("shell.titles.users"),
      say("shell.titles.settings"),
      say("shell.titles.sessions"),
      say("shell.titles.edit_project"),
    ])
      expect(names).not.toContain(name);
  });

  it("links super admins to their screens", async () => {
    const { user, path } = await open({ whose: superAdmin });
    for (const name of [
      say("shell.titles.users"),
      say("shell.titles.settings"),
      say("shell.titles.sessions"),
    ])
      expect(lines()).toContain(name);
    await user.keyboard("users{Enter}");
    await waitFor(() => expect(path()).toBe("/users"));
  });

  it("opens a screen by a few letters of its title", async () => {
    const { user, path } = await open();
    await user.keyboard("edpr");
    await waitFor(() => expect(marked()).toBe(say("shell.titles.edit_profile")));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(path()).toBe("/editprofile"));
    await isClosed();
  });

  it("moves its mark by the arrows, cyclically, while the focus stays in the field", async () => {
    const { user } = await open();
    const input = await field();
    expect(marked()).toBe(say("shell.titles.dashboard"));
    await user.keyboard("{ArrowDown}");
    expect(marked()).toBe(say("shell.titles.projects"));
    await user.keyboard("{ArrowUp}{ArrowUp}");
    expect(marked()).toBe(say("search.palette.logout"));
    await user.keyboard("{ArrowDown}");
    expect(marked()).toBe(say("shell.titles.dashboard"));
    expect(document.activeElement).toBe(input);
    expect(input.getAttribute("aria-activedescendant")).toBe(
      screen.getByRole("option", { selected: true }).id,
    );
  });

  it("opens records of the site, and says when nothing matches", async () => {
    const { user, path, api } = await open();
    await user.keyboard("viad");
    await screen.findByRole("option", { name: /Viaduct/ });
    await user.keyboard("{Enter}");
    await waitFor(() => expect(path()).toBe("/project/7"));
    expect(api.calls("POST /api/search/recent").map(({ body }) => body)).toEqual([{ q: "viad" }]);
    await user.keyboard("{Control>}k{/Control}");
    await field();
    await user.keyboard("zeppelin");
    await screen.findByText(say("search.palette.none"));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(path()).toBe("/search"));
    expect(location.search).toBe("?q=zeppelin");
  });

  it("offers what the user may create", async () => {
    const { user } = await open();
    await user.keyboard("new pro{Enter}");
    expect(await screen.findByRole("dialog", { name: say("projects.add_title") })).toBeDefined();
    await opened?.close();
    await open({ whose: { ...person, can: mayBegin({ create_project: false }) } });
    const creations = within(
      screen.getByRole("group", { name: say("search.palette.groups.create") }),
    ).getAllByRole("option");
    expect(creations.map(({ textContent }) => textContent)).toEqual([
      say("visits.new"),
      say("videos.new"),
      say("cctv.new"),
      say("live.new"),
      say("snags.new"),
    ]);
  });

  const creations = [
    "projects.new",
    "visits.new",
    "videos.new",
    "cctv.new",
    "live.new",
    "snags.new",
  ] as const;
  const isNew = (line: string) => creations.some((key) => line === say(key));

  it("starts nothing that the plan does not allow, and links to the plans", async () => {
    const { user } = await open({
      whose: { ...person, can: mayBegin({ create_project: false, create_video: false }) },
    });
    await user.type(await field(), "new");
    await waitFor(() => expect(lines().filter(isNew)).toContain(say("visits.new")));
    expect(lines().filter(isNew)).not.toContain(say("videos.new"));
    await user.clear(await field());
    await user.type(await field(), say("shell.titles.change_plan"));
    await waitFor(() => expect(lines()[0]).toBe(say("shell.titles.change_plan")));
  });

  it("starts nothing while an invoice is unpaid", async () => {
    const unpaid = { paymentDeadline: "2026-12-31", isReadOnly: true };
    const { user } = await open({ whose: { ...person, role: "user", unpaid } });
    await user.type(await field(), "new");
    await waitFor(() => expect(lines().length).toBeGreaterThan(0));
    expect(lines().filter(isNew)).toEqual([]);
  });

  it("changes theme and language, where the settings offer them", async () => {
    const { user } = await open();
    act(applyTheme);
    await user.keyboard("light{Enter}");
    expect(document.documentElement.dataset["theme"]).toBe("light");
    await isClosed();
    await user.keyboard("{Control>}k{/Control}");
    await field();
    await user.keyboard("arabic{Enter}");
    await waitFor(() => expect(document.documentElement.lang).toBe("ar"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    act(() => session.setSettings({ ...publicSettings, dark_mode: false, languages_enabled: false }));
    await user.keyboard("{Control>}k{/Control}");
    await field();
    const actions = within(
      screen.getByRole("group", { name: say("search.palette.groups.actions") }),
    ).getAllByRole("option");
    expect(actions.map(({ textContent }) => textContent)).toEqual([
      say("search.palette.shortcuts"),
      say("search.palette.logout"),
    ]);
  });

  it("asks before signing out", async () => {
    const { user } = await open();
    await user.keyboard("logout{Enter}");
    const question = await screen.findByRole("alertdialog", { name: say("shell.logout.title") });
    await user.click(within(question).getByRole("button", { name: say("common.cancel") }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(session.user()).not.toBeNull();
  });

  it("shows the shortcuts, like the question mark key", async () => {
    const { user } = await open();
    await user.keyboard("keyboard{Enter}");
    await screen.findByRole("dialog", { name: say("search.shortcuts.title") });
    await user.keyboard("{Escape}");
    await isClosed();
    await user.keyboard("?");
    const dialog = await screen.findByRole("dialog", { name: say("search.shortcuts.title") });
    expect(dialog.textContent).toContain("Ctrl");
  });

  it("starts with what was used last, until sign-out", async () => {
    const { user } = await open();
    await user.keyboard("saved{Enter}");
    await isClosed();
    await user.keyboard("{Control>}k{/Control}");
    await field();
    await user.keyboard("viad");
    await screen.findByRole("option", { name: /Viaduct/ });
    await user.keyboard("{Enter}");
    await isClosed();
    await user.keyboard("{Control>}k{/Control}");
    const recent = within(
      await screen.findByRole("group", { name: say("search.palette.groups.recent") }),
    ).getAllByRole("option");
    expect(recent.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("Viaduct"),
      say("shell.titles.saved"),
    ]);
    forgetPersonal();
    expect(localStorage.getItem("app-recent-commands")).toBeNull();
  });

  it("does not open while another dialog waits for a response", async () => {
    const { user } = await open();
    await user.keyboard("new pro{Enter}");
    await screen.findByRole("dialog", { name: say("projects.add_title") });
    await user.keyboard("{Control>}k{/Control}");
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
  });

  it("matches Arabic as people type it", async () => {
    const { user, path } = await open({ language: "ar" });
    await user.keyboard("زيار");
    expect(lines()[0]).toBe(say("visits.new"));
    await user.clear(await field());
    await user.keyboard(`${say("shell.user_menu.saved")}{Enter}`);
    await waitFor(() => expect(path()).toBe("/saved"));
  });
});
