import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const [page = "", waiting = ""] = readFileSync(join(root, "docs/coverage.md"), "utf8").split(
  "\n## Not implemented\n",
);

interface Row {
  readonly id: string;
  readonly cells: readonly string[];
  readonly proofs: readonly { readonly file: string; readonly titles: readonly string[] }[];
}

/** The cells of table rows, without the header rows. */
const linesOf = (text: string): readonly (readonly string[])[] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| row "))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const rows: readonly Row[] = linesOf(page).map((cells) => {
  const proofs = (cells[2] ?? "").split("<br>").map((proof) => {
    const file = /^`([^`]+)`:/.exec(proof.trim())?.[1] ?? "";
    const titles = [...proof.matchAll(/“([^”]+)”/g)].map(([, title = ""]) => title);
    return { file, titles };
  });
  return { id: cells[0] ?? "", cells, proofs };
});
/** Rows without a test: their text, and the reason. */
const unmet = linesOf(waiting);

const sources = new Map<string, string>();
function sourceOf(file: string): string {
  const known = sources.get(file) ?? readFileSync(join(root, file), "utf8");
  sources.set(file, known);
  return known;
}

/** The title as written in the file, complete and quoted. */
const isIn = (source: string, title: string) =>
  [`"${title}"`, `'${title}'`, `\`${title}\``].some((quoted) => source.includes(quoted));

it("The coverage page has rows, each with all its cells.", () => {
  expect(rows.length).toBeGreaterThan(200);
  const all = [...rows.map(({ cells }) => cells), ...unmet];
  expect(all.filter((cells) => cells.length < 3 || cells.includes(""))).toEqual([]);
});

it("Every row has an id in the list's format and occurs once.", () => {
  const ids = [...rows.map(({ id }) => id), ...unmet.map(([id = ""]) => id)];
  expect(ids.filter((id) => !/^\d\.\d\.R\d{2,3}$/.test(id))).toEqual([]);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

/** Tests that `reads.test.ts` and `changes.test.ts` run, each for its calls. */
const shared = "test/conformance/every-call.ts";
const isTest = (file: string) => file === shared || /\.(test|spec)\.tsx?$/.test(file);

it("Every row names tests that exist, by file and title.", () => {
  const missing = rows.flatMap(({ id, proofs }) =>
    proofs.flatMap(({ file, titles }) => {
      if (!isTest(file) || !existsSync(join(root, file))) return [`${id}: no ${file}`];
      if (titles.length === 0) return [`${id}: nothing named in ${file}`];
      return titles
        .filter((title) => !isIn(sourceOf(file), title))
        .map((title) => `${id}: ${file}: ${title}`);
    }),
  );
  expect(missing).toEqual([]);
});
