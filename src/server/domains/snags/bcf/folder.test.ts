import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { canonical, withoutOurLink } from "#test/bcf/canonical.ts";
import { officialProblems } from "#test/bcf/check.ts";
import { unzip } from "#test/zip.ts";
import { reportsWorld } from "../report/reports.fixture.ts";

/**
 * A folder with BCF files of other programs, such as the test cases that buildingSMART publishes. Their licence lets nobody
 * hand them on, so they do not lie here; where the variable names them, every file goes in and comes out again.
 */
const folder = process.env["BCF_FILES"];
const names = folder === undefined ? [] : readdirSync(folder).filter((name) => /\.bcf(?:zip)?$/.test(name));
/** What is said of the file as a whole and written anew, or is no part of the format. */
const written = /^(?:bcf\.version|project\.bcfp|extensions\.xml|extensions\.xsd)$|\/$/;
const world = names.length === 0 ? undefined : reportsWorld();

describe.skipIf(folder === undefined)("the files of the folder BCF_FILES", () => {
  it.each(names)("%s goes in and comes out with nothing lost", async (name) => {
    const owner = world?.is.owner;
    if (owner === undefined || folder === undefined) throw new Error("The folder has no file.");
    const bytes = readFileSync(join(folder, name));
    const before = await unzip(bytes);
    const said = String(before.get("bcf.version")?.bytes);
    const from = /VersionId="([\d.]+)"/.exec(said)?.[1] ?? "";
    const to = from.startsWith("3") ? "3.0" : "2.1";
    const { id } = await owner.call("POST /api/projects", { body: { name } });
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
    for (const [path, { bytes: content }] of before) {
      if (written.test(path)) continue;
      const back = after.get(path)?.bytes;
      if (path.endsWith("markup.bcf"))
        expect(canonical(withoutOurLink(back)), path).toEqual(canonical(withoutOurLink(content)));
      else if (/\.(?:bcfv|xml)$/.test(path)) expect(canonical(back), path).toEqual(canonical(content));
      else expect(back?.equals(content), path).toBe(true);
    }
  });
});
