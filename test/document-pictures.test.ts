import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { documentPictures } from "../e2e/document-pictures.ts";

const root = join(import.meta.dirname, "..");
const folder = "docs/screens";
const kept = readdirSync(join(root, folder));

/** Local pictures in the documents, by their paths from the root of the repository. */
const shown = globSync(["*.md", "docs/**/*.md"], { cwd: root }).flatMap((document) =>
  [...readFileSync(join(root, document), "utf8").matchAll(/!\[[^\]]*\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^\w+:/.test(target))
    .map((target) => ({ document, path: relative(root, join(root, dirname(document), target)) })),
);

describe("pictures of the documents", () => {
  it("exist wherever a document uses one", () => {
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
  });

  it("are each used by a document", () => {
    const paths = new Set(shown.map(({ path }) => path));
    expect(kept.filter((file) => !paths.has(`${folder}/${file}`))).toEqual([]);
  });

  it("are those that `npm run screens -- --documents` writes", () => {
    expect(kept.toSorted()).toEqual(documentPictures.toSorted());
  });

  it("are at most 25, and at most 4 MB together", () => {
    expect(kept.length).toBeLessThanOrEqual(25);
    const bytes = kept.reduce((sum, file) => sum + statSync(join(root, folder, file)).size, 0);
    expect(bytes).toBeLessThanOrEqual(4_000_000);
  });
});
