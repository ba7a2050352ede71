import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { core, corePattern, wide, widePattern } from "../e2e/core.ts";
import { later } from "./later.ts";

const folder = join(import.meta.dirname, "../e2e");
const sourceOf = (file: string) => readFileSync(join(folder, `${file}.spec.ts`), "utf8");
/** The first words of a title, without its group: the rest may name a variant, which the source computes. */
const first = (title: string) =>
  title
    .replace(/^(?:a guest )?in \S+ (?:at )?\d+ (?:px )?/, "")
    .split(" ", 4)
    .join(" ");

it("names existing journeys, each in its file", () => {
  const missing = [core, wide].flatMap((journeys) =>
    Object.entries(journeys).flatMap(([file, titles]) =>
      titles.filter((title) => !sourceOf(file).includes(first(title))).map((title) => `${file}: ${title}`),
    ),
  );
  expect(missing).toEqual([]);
});

it("is selected by names that the runner knows", () => {
  expect(corePattern.test("search.spec.ts the palette jumps, creates, and gives the focus back (en)")).toBe(
    true,
  );
  expect(
    widePattern.test(
      "messages.spec.ts in en sends messages live between two users, and stores and clears them (en)",
    ),
  ).toBe(true);
  expect(
    corePattern.test(
      "messages.spec.ts in en sends messages live between two users, and stores and clears them (en)",
    ),
  ).toBe(false);
  expect(corePattern.test("search.spec.ts a visit opens in the viewer")).toBe(false);
});

it("leaves existing files to the rest, each once", () => {
  const root = join(import.meta.dirname, "..");
  const found = Object.values(later)
    .flat()
    .map((pattern) => ({ pattern, files: globSync(pattern, { cwd: root }) }));
  expect(found.filter(({ files }) => files.length === 0)).toEqual([]);
  const files = found.flatMap(({ files }) => files);
  expect(files.filter((file, at) => files.indexOf(file) !== at)).toEqual([]);
});
