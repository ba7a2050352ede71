import { afterEach, describe, expect, it } from "vitest";
import { person, publicSettings } from "#web/testing/open-screen.tsx";
import { session } from "./session.ts";
import { applyTheme, previewBranding, setTheme, watchTheme } from "./theme.ts";

const root = document.documentElement;
const device = (isDark: boolean) => {
  globalThis.matchMedia = (query) =>
    Object.assign(original(query), { matches: isDark && query.includes("prefers-color-scheme: dark") });
};
const original = globalThis.matchMedia;
const look = () => [root.dataset["theme"], root.style.getPropertyValue("--brand")];

afterEach(() => {
  session.setSettings(null);
  globalThis.matchMedia = original;
});

describe("the theme of the page", () => {
  it("follows the settings: their accent, and the device where dark mode is offered", () => {
    device(true);
    session.setSettings({ ...publicSettings, theme_color: "#aa3300" });
    applyTheme();
    expect(look()).toEqual(["dark", "#aa3300"]);
    session.setSettings({ ...publicSettings, dark_mode: false });
    applyTheme();
    expect(look()).toEqual(["light", "#2987f2"]);
  });

  it("uses the fallback accent only where there are no settings, or none with a valid colour", () => {
    applyTheme();
    expect(look()[1]).toBe("#4e73df");
    session.setSettings({ ...publicSettings, theme_color: "red; background: url(x)" });
    applyTheme();
    expect(look()[1]).toBe("#4e73df");
  });

  it("uses the font of the settings: our own, the system font, or another before our own", () => {
    const face = () => root.style.getPropertyValue("--typeface");
    const show = (fonts: (typeof publicSettings)["fonts"]) => {
      session.setSettings({ ...publicSettings, fonts });
      applyTheme();
      return [face(), document.querySelector("#branding-font")?.getAttribute("href") ?? null];
    };
    expect(show({ provider: "google", font: "Roboto" })).toEqual(["var(--typeface-own)", null]);
    expect(show({ provider: "system", font: "Cairo" })).toEqual(["var(--typeface-system)", null]);
    expect(show({ provider: "google", font: "Cairo" })).toEqual([`"Cairo", var(--typeface-own)`, null]);
    session.setSettings(null);
    applyTheme();
    expect(face()).toBe("");
  });

  it("lets a super admin fetch another font at once, and removes it again", () => {
    session.setUser({ ...person, role: "super_admin", super_admin: true });
    session.setSettings(publicSettings);
    const sheet = () => document.querySelector("#branding-font")?.getAttribute("href") ?? null;
    const undo = previewBranding({ fonts: { provider: "google", font: "Open Sans" } });
    expect(sheet()).toContain("family=Open%20Sans:");
    const undoNext = previewBranding({ fonts: { provider: "google", font: "Cairo" } });
    undo();
    expect(sheet()).toContain("family=Cairo:");
    undoNext();
    expect(sheet()).toBeNull();
    session.setUser(undefined);
  });

  it.each([
    [true, "dark"],
    [false, "light"],
  ] as const)(
    "follows a device that prefers dark (%s) on a first visit, and notifies the server",
    (isDark, theme) => {
      localStorage.removeItem("app-theme");
      device(isDark);
      session.setSettings(publicSettings);
      applyTheme();
      expect(look()[0]).toBe(theme);
      expect(document.cookie).toContain(`device-theme=${theme}`);
    },
  );

  it("is the user's own choice once made, sent to the server for the first paint", () => {
    session.setSettings(publicSettings);
    setTheme("light");
    expect(look()[0]).toBe("light");
    expect(document.cookie).toContain("app-theme=light");
    applyTheme();
    expect(look()[0]).toBe("light");
  });

  it("changes when the settings load, and when another tab changes it", () => {
    localStorage.setItem("app-theme", "dark");
    watchTheme();
    session.setSettings({ ...publicSettings, theme_color: "#00aa33" });
    expect(look()).toEqual(["dark", "#00aa33"]);
    localStorage.setItem("app-theme", "light");
    dispatchEvent(new StorageEvent("storage", { key: "app-theme", newValue: "light" }));
    expect(look()[0]).toBe("light");
  });
});
