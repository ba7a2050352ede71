import { Building2 } from "lucide-react";
import { describe, expect, it } from "vitest";
import { arrangeMenu, isOn, type MenuSource, plainPath } from "./menu.ts";

const compare = new Intl.Collator("en").compare;
const source = (path: string, label: string, more: Partial<MenuSource> = {}): MenuSource => ({
  path,
  label,
  icon: Building2,
  isAdmin: false,
  ...more,
});
const sources = [
  source("/visits", "Visits"),
  source("/users", "Users", { isAdmin: true }),
  source("/projects", "Projects"),
  source("/cctv", "Cameras", { under: "/projects" }),
  source("/dashboard", "Zero point"),
  source("/plans", "Plans", { isAdmin: true }),
];
const labels = (entries: readonly { label: string }[]) => entries.map(({ label }) => label);

describe("the sidebar", () => {
  it("has the dashboard first and the rest by label", () => {
    expect(labels(arrangeMenu(sources, false, compare).main)).toEqual(["Zero point", "Projects", "Visits"]);
  });

  it("has what only super admins may see last, and for nobody else", () => {
    expect(labels(arrangeMenu(sources, true, compare).admin)).toEqual(["Plans", "Users"]);
    expect(arrangeMenu(sources, false, compare).admin).toEqual([]);
  });

  it("has what leads to other services in a group of its own", () => {
    const tree = arrangeMenu([...sources, source("/trello", "Trello", { isOutside: true })], true, compare);
    expect([labels(tree.outside), labels(tree.main).includes("Trello")]).toEqual([["Trello"], false]);
  });

  it("hangs children under their parent", () => {
    const projects = arrangeMenu(sources, false, compare).main.find(({ path }) => path === "/projects");
    expect(labels(projects?.children ?? [])).toEqual(["Cameras"]);
  });

  it("orders by the letters of the language on screen", () => {
    const arabic = [source("/b", "المشاريع"), source("/a", "الزيارات")];
    const ordered = arrangeMenu(arabic, false, new Intl.Collator("ar").compare).main;
    expect(labels(ordered)).toEqual(["الزيارات", "المشاريع"]);
  });

  it("marks an entry on its page and the pages below it, not on one that merely begins alike", () => {
    expect([isOn("/visits", "/visits"), isOn("/visits", "/visits/7"), isOn("/visit", "/visits")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(plainPath("/visits/{-$id}")).toBe("/visits");
  });
});
