import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type AsvsRow, readAsvs, root } from "../scripts/lib/asvs.ts";
import { securityFile, securityPage } from "../scripts/security.ts";

/** Levels 1 and 2 of the OWASP ASVS 5.0.0, by section: the level of each requirement in turn. */
// biome-ignore format: as a table
const levels = {
  "1.1": "22", "1.2": "111112222", "1.3": "11222222222", "1.4": "222", "1.5": "12",
  "2.1": "122", "2.2": "112", "2.3": "1222", "2.4": "2",
  "3.2": "11", "3.3": "1222", "3.4": "112222", "3.5": "11122", "3.7": "22",
  "4.1": "122", "4.2": "2", "4.3": "22", "4.4": "1222",
  "5.1": "2", "5.2": "112", "5.3": "11", "5.4": "222",
  "6.1": "122", "6.2": "111111112222", "6.3": "1122", "6.4": "1122", "6.5": "22222", "6.6": "222", "6.8": "2222",
  "7.1": "222", "7.2": "1111", "7.3": "22", "7.4": "11222", "7.5": "22", "7.6": "22",
  "8.1": "12", "8.2": "112", "8.3": "1", "8.4": "2",
  "9.1": "111", "9.2": "1222",
  "10.1": "22", "10.2": "22", "10.3": "2222", "10.4": "11111222222", "10.5": "22222", "10.6": "22", "10.7": "222",
  "11.1": "22", "11.2": "222", "11.3": "112", "11.4": "1222", "11.5": "2", "11.6": "2",
  "12.1": "122", "12.2": "11", "12.3": "2222",
  "13.1": "2", "13.2": "22222", "13.3": "22", "13.4": "12222",
  "14.1": "22", "14.2": "1222", "14.3": "122",
  "15.1": "122", "15.2": "122", "15.3": "1222222",
  "16.1": "2", "16.2": "22222", "16.3": "2222", "16.4": "222", "16.5": "222",
  "17.1": "2", "17.2": "2222", "17.3": "22",
} as const;

const demands = Object.entries(levels).flatMap(([section, text]) =>
  Array.from(text, (level, index) => [`V${section}.${index + 1}`, level]),
);
const rows = await readAsvs();

it("every requirement of levels 1 and 2 has its row, in order and with its level", () => {
  expect(demands).toHaveLength(253);
  expect(rows.map(({ id, level }) => [id, level])).toEqual(demands);
});

it("no row has an empty cell or an undefined status", () => {
  const states = new Set(["met", "not applicable", "open"]);
  expect(
    rows.filter(({ state, does, proof }) => !states.has(state) || does === "" || proof.length === 0),
  ).toEqual([]);
});

it("every named proof exists, and no test of it is left out of the runs", async () => {
  const texts = new Map<string, string>();
  const missing: string[] = [];
  for (const { id, proof } of rows)
    for (const entry of proof) {
      const [file = "", name] = entry.split(" › ");
      if (!existsSync(join(root, file))) {
        missing.push(`${id}: ${file}`);
        continue;
      }
      if (name === undefined) continue;
      const text = texts.get(file) ?? (await readFile(join(root, file), "utf8"));
      texts.set(file, text);
      if (!runs(text, name)) missing.push(`${id}: ${entry}`);
    }
  expect(missing).toEqual([]);
});

it("a name that no test has, or that of a skipped one, is not a proof", () => {
  expect(runs('it("a", () => {});', "a")).toBe(true);
  expect(runs('it.each([["x"]])("a", () => {});', "a")).toBe(true);
  for (const text of [
    'it.skip("a", f);',
    'it.todo("a");',
    'it.skip.each([1])("a", f);',
    'it("b", f);',
    'say("a");',
  ])
    expect(runs(text, "a"), text).toBe(false);
});

it("docs/security.md has its tables from the list: `npm run security` writes them", async () => {
  const page = await readFile(securityFile, "utf8");
  expect(securityPage(page, rows)).toBe(page);
});

it("every met requirement has a test as proof, unless it requires documentation", () => {
  const inWords = rows.filter(
    ({ state, proof }) => state === "met" && proof.every((entry) => entry.endsWith(".md")),
  );
  expect(inWords.map(({ id }) => id).filter((id) => !isAboutWords(id))).toEqual([]);
});

/** Requirements for documentation, and for the operator's proxy. */
const isAboutWords = (id: AsvsRow["id"]): boolean =>
  /^V\d+\.1\.\d+$/.test(id) || ["V4.1.2", "V12.2.2", "V12.3.4", "V15.2.1"].includes(id);

/** Returns whether a test of this name is in the file and runs. Tables before the name may be of any length. */
function runs(text: string, name: string): boolean {
  const quoted = ['"', "'", "`"].map((quote) => `${quote}${name}${quote}`);
  return quoted.some((literal) => {
    for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + 1)) {
      const before = text.slice(0, at).trimEnd();
      const call = before.endsWith(",") ? before : before.replace(/\($/, "");
      const start = Math.max(
        ...["it(", "it.", "test(", "test."].map((word) => lastWord(text.slice(0, at), word)),
      );
      if (call === before || start < 0) continue;
      const between = text.slice(start, at);
      if (!/^(?:it|test)\.(?:skip|todo|fails)/.test(between) && !/\n(?:describe|it|test)\b/.test(between))
        return true;
    }
    return false;
  });
}

/** Index of the last occurrence of a word that is not part of a longer one. */
function lastWord(text: string, word: string): number {
  for (let at = text.lastIndexOf(word); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(word, at - 1))
    if (at === 0 || !/[\w.]/.test(text[at - 1] ?? "")) return at;
  return -1;
}
