import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { core, corePattern } from "../e2e/core.ts";

const folder = join(import.meta.dirname, "../e2e");
const sourceOf = (file: string) => readFileSync(join(folder, `${file}.spec.ts`), "utf8");
/** The first words of a title, without the group before it: what follows may name a variant, which the source computes. */
const first = (title: string) =>
  title
    .replace(/^(?:a guest )?in \S+ (?:at )?\d+ (?:px )?/, "")
    .split(" ", 4)
    .join(" ");

it("names journeys that exist, each in its file", () => {
  const missing = Object.entries(core).flatMap(([file, titles]) =>
    titles.filter((title) => !sourceOf(file).includes(first(title))).map((title) => `${file}: ${title}`),
  );
  expect(missing).toEqual([]);
});

it("is chosen by the names that the runner knows", () => {
  expect(corePattern.test("kit.spec.ts on paper every page is light, whatever theme is on")).toBe(true);
  expect(corePattern.test("kit.spec.ts nothing is caught between two colours")).toBe(false);
});
