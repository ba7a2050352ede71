import { Building2 } from "lucide-react";
import { describe, expect, it } from "vitest";
import { arrangeMenu, isOn, type MenuSource, plainPath } from "./menu.ts";

const source = (path: string, label: string, more: Partial<MenuSource> = {}): MenuSource => ({
  path,
  label,
  icon: Building2,
  isAdmin: false,
  ...more,
});
const sources = [
  source("/progress", "Progress"),
  source("/users", "Users", { isAdmin: true }),
  source("/visits", "Visits"),
  source("/cctv", "Cameras"),
  source("/projects", "Projects"),
  source("/projects/bin", "Bin", { under: "/projects" }),
  source("/snags", "Snags"),
  source("/editchannel", "Live"),
  source("/videos", "Videos"),
  source("/sheets", "Floor plans"),
  source("/dashboard", "Dashboard"),
  source("/approvals", "Approvals", { isAdmin: true }),
];
const labels = (entries: readonly { label: string }[]) => entries.map(({ label }) => label);

describe("the sidebar", () => {
  it("orders daily work by use, whatever the labels are", () => {
    const byUse = [
      "Dashboard",
      "Projects",
      "Visits",
      "Snags",
      "Floor plans",
      "Videos",
      "Cameras",
      "Live",
      "Progress",
    ];
    expect(labels(arrangeMenu(sources, false).main)).toEqual(byUse);
    const reversed = sources.map((one) => ({ ...one, label: Array.from(one.label).toReversed().join("") }));
    expect(arrangeMenu(reversed, false).main.map(({ path }) => path)).toEqual(
      arrangeMenu(sources, false).main.map(({ path }) => path),
    );
  });

  it("lists super admin screens in a group of their own, for super admins only", () => {
    expect(labels(arrangeMenu(sources, true).admin)).toEqual(["Approvals", "Users"]);
    expect(arrangeMenu(sources, false).admin).toEqual([]);
  });

  it("lists links to other services in a group of their own", () => {
    const tree = arrangeMenu([...sources, source("/trello", "Trello", { isOutside: true })], true);
    expect([labels(tree.outside), labels(tree.main).includes("Trello")]).toEqual([["Trello"], false]);
  });

  it("nests children under their parent", () => {
    const projects = arrangeMenu(sources, false).main.find(({ path }) => path === "/projects");
    expect(labels(projects?.children ?? [])).toEqual(["Bin"]);
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
