import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { firstScreens } from "#contract/first-screens.ts";
import { readTexts } from "#i18n/text-files.ts";
import { mergeTexts, type TextTree, withoutTexts } from "#i18n/text-tree.ts";
import { textsOfPart, unshown } from "#server/domains/installation/languages/text-parts.ts";
import { screenOf } from "#server/pages/app-preloads.ts";

const root = join(import.meta.dirname, "..");
const all = readTexts("ar", unshown);
const start = textsOfPart(all, "start");

it("comes in two steps for the first screens, which together are all texts", () => {
  const rest = textsOfPart(all, "rest");
  expect(mergeTexts(start, rest)).toEqual(all);
  expect(withoutTexts(rest, start), "a text of both steps").toEqual(rest);
  expect(JSON.stringify(start).length).toBeLessThan(JSON.stringify(all).length / 4);
});

it("begins with every text that the modules of the frame and the first screens name", () => {
  const entries = ["src/web/inside.tsx", ...firstScreens.flatMap((path) => screenOf(path)?.sources ?? [])];
  const named = modulesOf(entries).flatMap((file) => keysIn(readFileSync(join(root, file), "utf8")));
  const known = [...new Set(named)].filter((key) => hasText(all, key));
  expect(known.length).toBeGreaterThan(150);
  expect(known.filter((key) => !isLate.test(key) && !hasText(start, key))).toEqual([]);
});

it("waits for all texts where something opens before the application and names more than the first ones", () => {
  const main = readFileSync(join(root, "src/web/main.tsx"), "utf8");
  const opened = [...main.matchAll(/import\("\.\/([^"]+\.tsx)"\)/g)].map(
    ([, path = ""]) => `src/web/${path}`,
  );
  const before = opened.filter((file) => file !== "src/web/inside.tsx");
  expect(before).toContain("src/web/reminder.tsx");
  const early = before.filter((file) => !readFileSync(join(root, file), "utf8").includes("whenAllTexts()"));
  expect(early).toEqual([]);
});

/** Texts of refusals, of which a page needs few; one that is shown before they arrive is filled in then. */
const isLate = /^errors\.code(?:\.|$)/;

/** These modules with all that they import, except on a press. */
function modulesOf(entries: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file) || !existsSync(join(root, file))) return;
    found.add(file);
    for (const [, path = ""] of readFileSync(join(root, file), "utf8").matchAll(imported))
      add(
        path.startsWith("#web/") ? path.replace("#web/", "src/web/") : normalize(join(dirname(file), path)),
      );
  };
  entries.forEach(add);
  return [...found];
}

const imported = /^(?:import|export) (?!type )[^;]*?"((?:\.|#web\/)[^"]+\.tsx?)";/gm;

/** Strings that may be keys of texts, up to the first part that is known at run time only. */
const keysIn = (source: string): string[] =>
  [...source.matchAll(/["`]([a-z_]+(?:\.\w+)+)(?=["`$.])/g)].map(([, key = ""]) => key);

/** Whether there is a text under the key, a plural form of it, or a group of texts. */
function hasText(tree: TextTree, key: string): boolean {
  const parts = key.split(".");
  const last = parts.pop() ?? "";
  let found: string | TextTree | undefined = tree;
  for (const part of parts) found = typeof found === "object" ? found[part] : undefined;
  const stem = last.endsWith("_") ? last : `${last}_`;
  return (
    typeof found === "object" && Object.keys(found).some((name) => name === last || name.startsWith(stem))
  );
}
