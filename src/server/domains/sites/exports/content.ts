import { Readable } from "node:stream";
import { writeCsv } from "#server/platform/csv.ts";
import type { PageFile } from "./page-files.ts";
import type { ExportContent, ExportFile, ExportPart, ExportRequest } from "./part.ts";
import { createPaths } from "./paths.ts";
import { dayIn, wordsIn } from "./words.ts";
import { type Written, zipOf } from "./zip.ts";

export interface WriteOptions {
  readonly parts: readonly ExportPart[];
  /** The page that shows the export without a server; see `src/web/pages/exported-tour`. */
  readonly page: readonly PageFile[];
  readonly now: Date;
  /** Reports a picture that is missing from the store or was changed, for the log. */
  readonly onLost: (path: string) => void;
  /** Receives the bytes of files written so far. */
  readonly onProgress?: (bytes: number) => void;
}

/**
 * Returns the whole export as a zip: the content of the parts for this user, `project.json` and tables of the same, the
 * page that shows it, a readme, and the checksums of everything. The parts are read before the stream is returned, so
 * that a failure there is still an error response.
 */
export async function writeExport(request: ExportRequest, options: WriteOptions): Promise<Readable> {
  const { parts, now } = options;
  const paths = createPaths();
  const contents = new Map<string, ExportContent>();
  for (const part of parts)
    if (request.holds.includes(part.needs)) contents.set(part.name, await part.read(request, paths));

  const written: Written[] = [];
  let bytes = 0;
  return zipOf(filesOf(), (what) => {
    written.push(what);
    bytes += what.bytes;
    if (isLost(what)) options.onLost(what.file.path);
    options.onProgress?.(bytes);
  });

  async function* filesOf(): AsyncGenerator<ExportFile> {
    const facts = projectFacts(request, contents, now);
    for (const { path, open } of options.page)
      yield { path, modifiedAt: now, open: () => Promise.resolve(open()) };
    yield text("assets/data.js", now, `window.SITEWALK_EXPORT = ${JSON.stringify(facts)};\n`);
    yield text("project.json", now, `${JSON.stringify(facts, null, 2)}\n`);
    yield text(`${wordsIn(request.language).readme_name}.txt`, now, readMe(request, now));
    for (const { tables = [] } of contents.values())
      for (const table of tables) yield text(`${table.name}.csv`, now, writeCsv(table));
    for (const content of contents.values()) if (content.files) yield* content.files();
    const lost = written.filter(isLost);
    if (lost.length > 0) yield text("missing.txt", now, missing(request, lost));
    yield text("checksums.sha256", now, checksums(written));
  }
}

/** Bytes of everything that the parts will write for this user. */
export async function estimateExport(request: ExportRequest, parts: readonly ExportPart[]): Promise<number> {
  let bytes = 0;
  for (const part of parts) if (request.holds.includes(part.needs)) bytes += await part.estimate(request);
  return bytes;
}

const isLost = ({ file, sha256 }: Written) =>
  sha256 === null || (file.sha256 !== undefined && file.sha256 !== sha256);

const text = (path: string, modifiedAt: Date, content: string): ExportFile => ({
  path,
  modifiedAt,
  open: () => Promise.resolve(Readable.from([Buffer.from(content)])),
});

/** In the format of `sha256sum -c`. */
const checksums = (written: readonly Written[]) =>
  written
    .flatMap(({ file, sha256 }) => (sha256 === null ? [] : [`${file.sha256 ?? sha256}  ${file.path}\n`]))
    .join("");

function projectFacts(
  { project, language }: ExportRequest,
  contents: ReadonlyMap<string, ExportContent>,
  now: Date,
): Record<string, unknown> {
  const { name, code, description, status, location, latitude, longitude, time_zone } = project;
  const { year, num_buildings, num_floors, area, created_at } = project;
  return {
    format: "sitewalk-export",
    version: 1,
    exported_at: now.toISOString(),
    language,
    project: {
      name,
      code,
      description,
      status,
      location,
      latitude,
      longitude,
      time_zone,
      year,
      num_buildings,
      num_floors,
      area,
      created_at: created_at.toISOString(),
    },
    ...Object.fromEntries([...contents].map(([part, { facts }]) => [part, facts])),
  };
}

/** With the byte order mark by which old editors detect UTF-8, and their line ends. */
function readMe({ project, language }: ExportRequest, now: Date): string {
  const { readme } = wordsIn(language);
  const values: Readonly<Record<string, string>> = { project: project.name, date: dayIn(language, now) };
  const lines = Object.values(readme).map((line) =>
    line.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? ""),
  );
  return `\ufeff${lines.join("\r\n")}\r\n`;
}

function missing({ language }: ExportRequest, lost: readonly Written[]): string {
  return `\ufeff${[wordsIn(language).missing, "", ...lost.map(({ file }) => file.path)].join("\r\n")}\r\n`;
}
