import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { api } from "#contract/index.ts";
import { rights } from "#server/domains/rights.ts";
import { permissionsFile, permissionsPage } from "./permissions.ts";

it("The permissions page equals the output of its tables; `npm run permissions` writes it.", async () => {
  expect(await readFile(permissionsFile, "utf8")).toBe(permissionsPage());
});

it("The permissions page names every call and every right.", () => {
  const page = permissionsPage();
  const allowed = Object.values(rights).flatMap(({ verbs }) =>
    Object.values(verbs).map(({ allows }) => allows),
  );
  const missing = [...Object.keys(api).map((route) => `\`${route}\``), ...allowed].filter(
    (text) => !page.includes(`| ${text} |`),
  );
  expect(missing).toEqual([]);
});

it("Every right that a call requires is in a table.", () => {
  expect(permissionsPage()).not.toMatch(/\| {2}\| (yes|–) \|/);
});
