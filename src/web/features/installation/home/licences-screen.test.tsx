import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import { type AtDoor, atDoor, type Door } from "#web/testing/at-door.tsx";
import { inTurns } from "#web/testing/in-turns.ts";
import { says } from "#web/testing/say.ts";
import works from "./licences.json" with { type: "json" };
import { LicencesScreen } from "./licences-screen.tsx";

let door: Door | undefined;
afterEach(async () => {
  await door?.close();
  door = undefined;
  cleanup();
});

describe.each(["en", "ar"] as const)("the licences page in %s", (language) => {
  const it = inTurns(language);
  const t = says(language);
  const open = async (options: AtDoor = {}) => {
    door = await atDoor("/licences", LicencesScreen, { language, ...options });
    return door;
  };
  const list = () => screen.getByRole("list", { name: t("home.licences.title") });
  const entries = () => within(list()).getAllByRole("listitem");
  const search = () => screen.getByRole("textbox", { name: t("home.licences.search") });

  it("lists every work with its version, licence and address", async () => {
    await open();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(t("home.licences.title"));
    expect(entries()).toHaveLength(works.length);
    expect(screen.getByRole("status").textContent).toBe(t("home.licences.found", { count: works.length }));
    const react = works.find(({ name }) => name === "react");
    const link = within(list()).getByRole("link", { name: "react" });
    expect(link.getAttribute("href")).toBe(react?.home);
    expect(link.closest("li")?.textContent).toContain(react?.version);
    expect(within(link.closest("li") as HTMLElement).getByRole("link", { name: "MIT" })).toBeTruthy();
  });

  it("searches by name, licence and version, several words together", async () => {
    const { user } = await open();
    await user.type(search(), "FFMPEG gpl");
    expect(entries().map((entry) => within(entry).getAllByRole("link")[0]?.textContent)).toEqual([
      "@ffmpeg-binary/*",
      "FFmpeg",
    ]);
    const version = works.find(({ name }) => name === "leaflet")?.version ?? "";
    await user.clear(search());
    await user.type(search(), `leaflet ${version}`);
    expect(entries()).toHaveLength(1);
    await user.clear(search());
    expect(entries()).toHaveLength(works.length);
  });

  it("says when nothing matches, and what else to try", async () => {
    const { user } = await open();
    await user.type(search(), "no such library");
    expect(screen.queryByRole("list", { name: t("home.licences.title") })).toBeNull();
    expect(screen.getByText(t("home.licences.none_title"))).toBeTruthy();
    expect(screen.getByText(t("home.licences.none_text"))).toBeTruthy();
    expect(screen.getByRole("status").textContent).toBe(t("home.licences.found", { count: 0 }));
  });

  it("is linked from the footer of every public page, without any setting", async () => {
    await open({ settings: { terms_and_conditions: "", privacy_policy: "", cookie_consent: false } });
    const footer = within(screen.getByRole("contentinfo"));
    const link = await footer.findByRole("link", { name: t("shell.titles.licences") });
    expect(link.getAttribute("href")).toBe("/licences");
  });
});
