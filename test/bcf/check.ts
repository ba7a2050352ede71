import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { validateXML } from "xmllint-wasm";
import type { Unpacked } from "#test/zip.ts";
import { type BcfVersion, grammarProblems } from "./grammar.ts";

/**
 * A folder with the official schemas, `2.1/markup.xsd`, `3.0/shared-types.xsd` and so on. Their licence forbids
 * modified copies and redistribution is not ours to grant, so they are not in the repository; where they exist, every
 * file is validated against them too.
 */
const schemas = process.env["BCF_SCHEMAS"];

const kinds: readonly (readonly [RegExp, string, string])[] = [
  [/^bcf\.version$/, "version", "version.xsd"],
  [/^project\.bcfp$/, "project", "project.xsd"],
  [/^extensions\.xml$/, "extensions", "extensions.xsd"],
  [/^[^/]+\/markup\.bcf$/, "markup", "markup.xsd"],
  [/^[^/]+\/[^/]+\.bcfv$/, "viewpoint", "visinfo.xsd"],
  [/^documents\.xml$/, "documents", "documents.xsd"],
];

/** All problems in the files of a BCF zip, each with the name of its file. */
export async function bcfProblems(
  version: BcfVersion,
  files: ReadonlyMap<string, Pick<Unpacked, "bytes">>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const [path, { bytes }] of files) {
    const kind = kinds.find(([pattern]) => pattern.test(path));
    if (kind === undefined) {
      if (!/^[0-9a-f-]{36}\/snapshot\.jpg$/.test(path)) problems.push(`${path} does not belong here`);
      continue;
    }
    const xml = bytes.toString();
    const found = [
      ...grammarProblems(version, kind[1], xml),
      ...(await officialProblems(version, path, xml)),
    ];
    problems.push(...found.map((problem) => `${path}: ${problem}`));
  }
  return problems;
}

/** Problems found by the official schemas; none without them, and for files that have no schema. */
export async function officialProblems(version: BcfVersion, path: string, xml: string): Promise<string[]> {
  const schema = kinds.find(([pattern]) => pattern.test(path))?.[2];
  if (schemas === undefined || schema === undefined) return [];
  const shared = join(schemas, version, "shared-types.xsd");
  const { errors } = await validateXML({
    xml: { fileName: "file.xml", contents: xml },
    schema: { fileName: schema, contents: await readFile(join(schemas, version, schema), "utf8") },
    ...(existsSync(shared) && {
      preload: { fileName: "shared-types.xsd", contents: await readFile(shared, "utf8") },
    }),
  });
  return errors.map(({ message }) => message);
}
