import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import { ok } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { aSheet } from "./testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const can = { ...aProject().can, view_sheets: true };
const projects = [
  aProject({ id: 1, name: "Tower B", can: { ...can, add_sheet: true } }),
  aProject({ id: 2, name: "Harbour", can }),
  aProject({ id: 3, name: "Closed site", can: { ...can, view_sheets: false } }),
];
const page = (items: unknown[]) => ok({ items, total: items.length, page: 1, per_page: 12 });

describe.each(["en", "ar"] as const)("the floor plans of all projects in %s", (language) => {
  const it = inTurns(language);
  const t = says(language);
  const open = async () => {
    opened = await openScreen("/sheets", language, {
      "GET /api/projects": () => page(projects),
      "GET /api/maps": ({ query }) => ok(query.get("id_project") === "1" ? [aSheet()] : []),
    });
    return opened;
  };

  it("are listed by project and link to their page, without projects whose floor plans are hidden", async () => {
    const { api } = await open();
    expect(await screen.findByRole("heading", { level: 1, name: t("sheets.screen.title") })).toBeTruthy();
    const plan = await screen.findByRole("link", { name: "Ground floor" });
    expect(plan.getAttribute("href")).toBe("/editsheet/5");
    const tower = within(screen.getByRole("region", { name: "Tower B" }));
    expect(tower.getByText(t("sheets.screen.rooms", { count: 1 }))).toBeTruthy();
    expect(
      await within(screen.getByRole("region", { name: "Harbour" })).findByText(t("sheets.empty_title")),
    ).toBeTruthy();
    expect(screen.queryByText("Closed site")).toBeNull();
    const asked = api.calls("GET /api/maps").map(({ query }) => query.get("id_project"));
    expect(asked.toSorted((one, other) => Number(one) - Number(other))).toEqual(["1", "2"]);
  });

  it("can be added from here where the project allows it", async () => {
    const { user } = await open();
    const add = await screen.findByRole("button", {
      name: t("sheets.screen.add_to", { project: "Tower B" }),
    });
    expect(within(screen.getByRole("region", { name: "Harbour" })).queryByRole("button")).toBeNull();
    await user.click(add);
    expect(await screen.findByRole("dialog", { name: t("sheets.add_title") })).toBeTruthy();
  });
});
