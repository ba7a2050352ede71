import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { canonical, withoutOurLink } from "#test/bcf/canonical.ts";
import { officialProblems } from "#test/bcf/check.ts";
import { unzip } from "#test/zip.ts";
import { reportsWorld } from "../report/reports.fixture.ts";

/**
 * A folder with BCF files of other programs, such as the test cases published by buildingSMART. Their licence forbids
 * redistribution, so they are not in this repository; where the variable names the folder, every file is imported and
 * exported again.
 */
const folder = process.env["BCF_FILES"];
const names = folder === undefined ? [] : readdirSync(folder).filter((name) => /\.bcf(?:zip)?$/.test(name));
/** Files about the whole package that are written anew, or are no part of the format. */
const written = /^(?:bcf\.version|project\.bcfp|extensions\.xml|extensions\.xsd)$|\/$/;
const world = names.length === 0 ? undefined : reportsWorld();

/** Content of an XML; an element without attributes and content, such as an empty list, counts as absent. */
const said = (xml: Buffer | undefined) => telling(canonical(withoutOurLink(xml)) as Node[]);

interface Node {
  readonly name: string;
  readonly attributes: readonly unknown[];
  readonly inner: readonly (Node | string)[];
}

function telling(nodes: readonly (Node | string)[]): (Node | string)[] {
  return nodes.flatMap((node): (Node | string)[] => {
    if (typeof node === "string") return node.trim() === "" ? [] : [node];
    const inner = telling(node.inner);
    return inner.length === 0 && node.attributes.length === 0 ? [] : [{ ...node, inner }];
  });
}

function guidsByFolder(files: ReadonlyMap<string, { readonly bytes: Buffer }>): Map<string, string> {
  return new Map(
    [...files].flatMap(([path, { bytes }]) => {
      const guid = /<Topic[^>]* Guid="([^"]+)"/.exec(bytes.toString())?.[1];
      return path.endsWith("/markup.bcf") && guid !== undefined ? [[path.split("/")[0] ?? "", guid]] : [];
    }),
  );
}

describe.skipIf(folder === undefined)("the files of the folder BCF_FILES", () => {
  it.each(names)("%s is imported and exported without loss", async (name) => {
    if (world === undefined || folder === undefined) throw new Error("The folder has no file.");
    const { owner } = world.is;
    const bytes = readFileSync(join(folder, name));
    const before = await unzip(bytes);
    const from = /VersionId="([\d.]+)"/.exec(String(before.get("bcf.version")?.bytes))?.[1] ?? "";
    const to = from.startsWith("3") ? "3.0" : "2.1";
    const { id } = await owner.call("POST /api/projects", { body: { name: name.slice(0, 60) } });
    const reply = await owner.upload(
      "POST /api/annotations/import",
      { id_project: String(id) },
      { file: { name: "a.bcf", bytes } },
    );
    expect(reply).toMatchObject({ status: 200, body: { data: { skipped: [], left: 0 } } });
    const after = await unzip((await world.file("bcf", { id_project: id, version: to })).bytes);
    for (const [path, entry] of after)
      expect(await officialProblems(to, path, entry.bytes.toString()), path).toEqual([]);
    if (from === "2.0") return;
    const guids = guidsByFolder(before);
    // Programs differ in `documents/` and `Documents/`.
    const byPath = new Map([...after].map(([path, entry]) => [path.toLowerCase(), entry]));
    for (const [path, { bytes: content }] of before) {
      if (written.test(path)) continue;
      // A topic may be in a folder of another name; the export names the folder by its guid, as the format requires.
      const own = path.replace(/^[^/]+(?=\/)/, (folderName) => guids.get(folderName) ?? folderName);
      const back = byPath.get(own.toLowerCase())?.bytes;
      if (/\.(?:bcf|bcfv|xml)$/.test(path)) expect(said(back), path).toEqual(said(content));
      else expect(back?.equals(content), path).toBe(true);
    }
  });
});
