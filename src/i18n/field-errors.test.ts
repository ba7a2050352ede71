import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { roleGrants } from "#contract/choices.ts";
import { readTexts } from "./text-files.ts";
import { textAt } from "./text-tree.ts";

const root = join(import.meta.dirname, "../..");
const texts = { en: readTexts("en"), ar: readTexts("ar") };
const domains = new Set(Object.keys(texts.en));

const sourcesOf = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ["**/*.test.ts", "**/*.fixture.ts"] }).map(
    (file) => [file, readFileSync(join(root, file), "utf8")] as const,
  );

type Found = readonly [file: string, key: string];

/** Values of `fields` in a VALIDATION error: the key of a text, or the code of an error. */
const asKey = (text: string) => (/^[A-Z_]+$/.test(text) ? `errors.code.${text}` : text);

/** The texts that a file of the server puts at a field: in `fields: { name: ["…"] }`, or by a helper that does. */
function keysOfServer([file, source]: readonly [string, string]): Found[] {
  const direct = [...source.matchAll(/\bfields: \{[^}]*?\["([\w.]+)"\]/g)];
  const calls = [...source.matchAll(/\b(?:refusal|refused?|invalid)\(((?:[^()]|\([^()]*\))*)\)/g)].flatMap(
    ([, values = ""]) => [...values.matchAll(/"([a-z_]+(?:\.[a-z0-9_]+)+)"/g)],
  );
  return [...direct, ...calls].map(([, text = ""]): Found => [file, asKey(text)]);
}

/** Grants are written like keys (`visits.view`). */
const grants = new Set<string>(Object.values(roleGrants).flat());

/** The texts that a schema of the contract gives: literals that begin with the name of a file of texts. */
const keysOfContract = ([file, source]: readonly [string, string]): Found[] =>
  [...source.matchAll(/"([a-z_]+(?:\.[a-z0-9_]+)+)"/g)]
    .map(([, key = ""]): Found => [file, key])
    .filter(([, key]) => domains.has(key.split(".")[0] ?? "") && !grants.has(key));

describe("an error at a field", () => {
  const server = sourcesOf("src/server/**/*.ts").flatMap(keysOfServer);
  const contract = sourcesOf("src/contract/**/*.ts").flatMap(keysOfContract);

  it("is found in the server and in the contract", () => {
    const keys = server.map(([, key]) => key);
    expect(keys).toEqual(
      expect.arrayContaining([
        "comments.parent_gone",
        "categories.unknown",
        "users.username_taken",
        "errors.code.FILE_EMPTY",
      ]),
    );
    expect(contract.map(([, key]) => key)).toContain("visits.name_required");
  });

  it.each(["en", "ar"] as const)("has a text in %s", (language) => {
    const without = [...server, ...contract].filter(([, key]) => textAt(texts[language], key) === undefined);
    expect(without).toEqual([]);
  });
});
