import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import errors from "#i18n/en/errors.json" with { type: "json" };
import walks from "#i18n/en/media/walks.json" with { type: "json" };

const page = readFileSync("docs/decisions/walk-videos.md", "utf8");
const rows = page
  .slice(page.indexOf("## Failures"))
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Failure "))
  .map((line) => line.split("|").map((cell) => cell.trim()));

function textsIn(tree: object): string[] {
  return Object.values(tree).flatMap((value: unknown) =>
    typeof value === "string" ? [value] : typeof value === "object" && value !== null ? textsIn(value) : [],
  );
}

it("quotes the messages about failed walk videos as the screens show them", () => {
  const texts = new Set([...textsIn(walks), ...textsIn(errors.code)]);
  expect(rows.length).toBeGreaterThan(12);
  const quoted = rows.flatMap(([, , message = ""]) => [...message.matchAll(/“([^”]+)”/g)]);
  expect(quoted.map(([, text = ""]) => text).filter((text) => !texts.has(text))).toEqual([]);
});

it("names an existing test for each failure of walk videos", () => {
  for (const [, failure, , tests = ""] of rows) {
    const named = [...tests.matchAll(/`([^`:]+): ([^`]+)`/g)];
    expect(named.length, failure).toBeGreaterThan(0);
    for (const [, file = "", name = ""] of named)
      expect(existsSync(file) ? readFileSync(file, "utf8") : "", failure).toContain(name);
  }
});
