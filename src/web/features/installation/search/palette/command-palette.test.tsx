import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import type { Language } from "#contract/languages.ts";
import { mayBegin } from "#test/people.ts";
import { session } from "#web/lib/session.ts";
import { forgetPersonal } from "#web/lib/storage.ts";
import { applyTheme } from "#web/lib/theme.ts";
import { openScreen, person, publicSettings, superAdmin } from "#web/testing/open-screen.tsx";
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
const palette = () => screen.findByRole("dialog", { name: /^(Command palette|لوحة الأوامر)$/ });
const field = async () => within(await palette()).findByRole<HTMLInputElement>("combobox");
const lines = () => screen.queryAllByRole("option").map(({ textContent }) => textContent ?? "");
const marked = () => screen.getByRole("option", { selected: true }).textContent;
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

describe("the command palette", () => {
  it("opens by Ctrl and K from anywhere, closes the same way and by Escape, and gives the focus back", async () => {
    const { user } = await open();
    await user.keyboard("{Control>}k{/Control}");
    await isClosed();
    const box = screen.getByRole("combobox", { name: "Search" });
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
    await user.click(screen.getByRole("button", { name: /^فتح لوحة الأوامر/ }));
    await palette();
  });

  it("leads to every screen this person may open, also those without an entry in the menu", async () => {
    await open();
    const screens = within(screen.getByRole("group", { name: "Go to" })).getAllByRole("option");
    const names = screens.map(({ textContent }) => textContent);
    expect(names.slice(0, 3)).toEqual(["Dashboard", "Projects", "Visits"]);
    for (const name of ["My Profile", "Edit Profile", "Saved Items", "Search"]) expect(names).toContain(name);
    for (const name of ["Users", "Settings", "Sessions", "Edit project"]) expect(names).not.toContain(name);
  });

  it("leads super admins to their screens", async () => {
    const { user, path } = await open({ whose: superAdmin });
    for (const name of ["Users", "Settings", "Sessions"]) expect(lines()).toContain(name);
    await user.keyboard("users{Enter}");
    await waitFor(() => expect(path()).toBe("/users"));
  });

  it("jumps to a screen by a few letters of its title", async () => {
    const { user, path } = await open();
    await user.keyboard("edpr");
    await waitFor(() => expect(marked()).toBe("Edit Profile"));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(path()).toBe("/editprofile"));
    await isClosed();
  });

  it("moves its mark by the arrows, round and round, while the focus stays in the field", async () => {
    const { user } = await open();
    const input = await field();
    expect(marked()).toBe("Dashboard");
    await user.keyboard("{ArrowDown}");
    expect(marked()).toBe("Projects");
    await user.keyboard("{ArrowUp}{ArrowUp}");
    expect(marked()).toBe("Logout");
    await user.keyboard("{ArrowDown}");
    expect(marked()).toBe("Dashboard");
    expect(document.activeElement).toBe(input);
    expect(input.getAttribute("aria-activedescendant")).toBe(
      screen.getByRole("option", { selected: true }).id,
    );
  });

  it("opens what lies on the site, and says when nothing matches", async () => {
    const { user, path, api } = await open();
    await user.keyboard("viad");
    await screen.findByRole("option", { name: /Viaduct/ });
    await user.keyboard("{Enter}");
    await waitFor(() => expect(path()).toBe("/project/7"));
    expect(api.calls("POST /api/search/recent").map(({ body }) => body)).toEqual([{ q: "viad" }]);
    await user.keyboard("{Control>}k{/Control}");
    await field();
    await user.keyboard("zeppelin");
    await screen.findByText("No command and nothing on the site matches");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(path()).toBe("/search"));
    expect(location.search).toBe("?q=zeppelin");
  });

  it("creates what this person may create", async () => {
    const { user } = await open();
    await user.keyboard("new pro{Enter}");
    expect(await screen.findByRole("dialog", { name: "Add Project" })).toBeDefined();
    await opened?.close();
    await open({ whose: { ...person, can: mayBegin({ create_project: false }) } });
    const creations = within(screen.getByRole("group", { name: "Create" })).getAllByRole("option");
    expect(creations.map(({ textContent }) => textContent)).toEqual([
      "New Visit",
      "New Video",
      "Add CCTV",
      "New live channel",
      "New Snag",
    ]);
  });

  const isNew = (line: string) => /^New |^Add CCTV/.test(line);

  it("begins nothing that the plan does not allow, and leads to the plans", async () => {
    const { user } = await open({
      whose: { ...person, can: mayBegin({ create_project: false, create_video: false }) },
    });
    await user.type(await field(), "new");
    await waitFor(() => expect(lines().filter(isNew)).toContain("New Visit"));
    expect(lines().filter(isNew)).not.toContain("New Video");
    await user.clear(await field());
    await user.type(await field(), "change plan");
    await waitFor(() => expect(lines()[0]).toBe("Change plan"));
  });

  it("begins nothing while a bill is unpaid", async () => {
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
    const actions = within(screen.getByRole("group", { name: "إجراءات" })).getAllByRole("option");
    expect(actions.map(({ textContent }) => textContent)).toEqual([
      "عرض اختصارات لوحة المفاتيح",
      "تسجيل الخروج",
    ]);
  });

  it("asks before it signs out", async () => {
    const { user } = await open();
    await user.keyboard("logout{Enter}");
    const question = await screen.findByRole("alertdialog", { name: "Ready to Leave?" });
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(session.user()).not.toBeNull();
  });

  it("shows the keys, as the question mark does", async () => {
    const { user } = await open();
    await user.keyboard("keyboard{Enter}");
    await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    await user.keyboard("{Escape}");
    await isClosed();
    await user.keyboard("?");
    const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    expect(dialog.textContent).toContain("Ctrl");
  });

  it("begins with what was used last, until somebody signs out", async () => {
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
    const recent = within(await screen.findByRole("group", { name: "Recently used" })).getAllByRole("option");
    expect(recent.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("Viaduct"),
      "Saved Items",
    ]);
    forgetPersonal();
    expect(localStorage.getItem("app-recent-commands")).toBeNull();
  });

  it("stays away while another dialog waits for an answer", async () => {
    const { user } = await open();
    await user.keyboard("new pro{Enter}");
    await screen.findByRole("dialog", { name: "Add Project" });
    await user.keyboard("{Control>}k{/Control}");
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
  });

  it("reads Arabic as people type it", async () => {
    const { user, path } = await open({ language: "ar" });
    await user.keyboard("زيار");
    expect(lines()[0]).toBe("زيارة جديدة");
    await user.clear(await field());
    await user.keyboard("المحفوظات{Enter}");
    await waitFor(() => expect(path()).toBe("/saved"));
  });
});
