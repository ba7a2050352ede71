import { afterEach, describe, expect, it } from "vitest";
import { publicSettings } from "#web/testing/open-screen.tsx";
import { session } from "./session.ts";
import { applyTheme, setTheme, watchTheme } from "./theme.ts";

const root = document.documentElement;
const look = () => [root.dataset["theme"], root.style.getPropertyValue("--brand")];

afterEach(() => session.setSettings(null));

describe("the look of the page", () => {
  it("follows the settings: their accent, and dark where dark mode is offered", () => {
    session.setSettings({ ...publicSettings, theme_color: "#aa3300" });
    applyTheme();
    expect(look()).toEqual(["dark", "#aa3300"]);
    session.setSettings({ ...publicSettings, dark_mode: false });
    applyTheme();
    expect(look()).toEqual(["light", "#2987f2"]);
  });

  it("has the accent for want of settings only where there are none, or none that is a colour", () => {
    applyTheme();
    expect(look()[1]).toBe("#4e73df");
    session.setSettings({ ...publicSettings, theme_color: "red; background: url(x)" });
    applyTheme();
    expect(look()[1]).toBe("#4e73df");
  });

  it("is one's own choice once made, told to the server for the first paint", () => {
    session.setSettings(publicSettings);
    setTheme("light");
    expect(look()[0]).toBe("light");
    expect(document.cookie).toContain("app-theme=light");
    applyTheme();
    expect(look()[0]).toBe("light");
  });

  it("changes when the settings arrive, and when another tab changes it", () => {
    watchTheme();
    session.setSettings({ ...publicSettings, theme_color: "#00aa33" });
    expect(look()).toEqual(["dark", "#00aa33"]);
    localStorage.setItem("app-theme", "light");
    dispatchEvent(new StorageEvent("storage", { key: "app-theme", newValue: "light" }));
    expect(look()[0]).toBe("light");
  });
});
