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
const quoted = (cell = "") => [...cell.matchAll(/“([^”]+)”/g)].map(([, text = ""]) => text);

function textsIn(tree: object): string[] {
  return Object.values(tree).flatMap((value: unknown) =>
    typeof value === "string" ? [value] : typeof value === "object" && value !== null ? textsIn(value) : [],
  );
}

it("quotes what users are told about failures of walks as the screens say it", () => {
  const texts = new Set([...textsIn(walks), ...textsIn(errors.code)]);
  expect(rows.length).toBeGreaterThan(12);
  expect(rows.flatMap(([, , told]) => quoted(told)).filter((text) => !texts.has(text))).toEqual([]);
});

it("names an existing test for each failure of walks", () => {
  for (const [, failure, , tests = ""] of rows) {
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
    expect(files.length, failure).toBeGreaterThan(0);
    const sources = files.map((file) => (existsSync(file) ? readFileSync(file, "utf8") : "")).join("");
    for (const name of quoted(tests)) expect(sources, failure).toContain(name);
  }
});
