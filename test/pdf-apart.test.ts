import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** Every module that this one loads, and those that these load; type-only imports are not loaded. */
async function loadedBy(entry: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const waiting = [join(root, entry)];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    if (!path.endsWith(".ts")) continue;
    const code = await readFile(path, "utf8");
    for (const [, clause = "", from = ""] of code.matchAll(
      /(?:import|export)(?:\s+([^"';]*?)\s+from)?\s*\(?\s*"([^"]+)"/g,
    )) {
      const isType = clause.startsWith("type ") || /^\{(?:\s*type\s+[\w\s]+,?)+\s*\}$/.test(clause);
      if (!isType) waiting.push(resolved(from, path));
    }
  }
  return found;
}

function resolved(from: string, path: string): string {
  if (from.startsWith("#server/")) return join(root, "src/server", from.slice(8));
  if (from.startsWith("#contract/")) return join(root, "src/contract", from.slice(10));
  if (from.startsWith("#walk/")) return join(root, "src/walk", from.slice(6));
  if (from.startsWith("#i18n/")) return join(root, "src/i18n", from.slice(6));
  return from.startsWith(".") ? join(dirname(path), from) : from;
}

it("the process that answers calls draws no PDF: it never loads the renderer", async () => {
  const [main, child] = await Promise.all([
    loadedBy("src/server/main.ts"),
    loadedBy("src/server/domains/pdf-process.ts"),
  ]);
  expect(main.size).toBeGreaterThan(500);
  expect(
    [...main].filter((path) => /pdfkit|fontkit|\/pdf\/(?:canvas|typeset|shaping|fonts)\.ts$/.test(path)),
  ).toEqual([]);
  expect([...child]).toContain("pdfkit");
});
