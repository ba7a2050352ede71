import type { Readable } from "node:stream";
import type { Grant } from "#contract/choices.ts";
import type { Language } from "#contract/languages.ts";
import type { CsvTable } from "#server/platform/csv.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { ProjectRecord } from "../projects/projects.policy.ts";
import type { ExportPaths } from "./paths.ts";

/** For whom, of what: what a part is given. */
export interface ExportRequest {
  readonly project: ProjectRecord;
  readonly user: SessionUser;
  /** What this person holds in the project. */
  readonly holds: readonly Grant[];
  readonly language: Language;
}

/** One file of the zip. */
export interface ExportFile {
  /** Made by `paths`: nothing else is safe. */
  readonly path: string;
  readonly modifiedAt: Date;
  /** Already compressed, as pictures are: stored as it is. */
  readonly isPacked?: boolean;
  /** What it must be; another is reported within the zip. */
  readonly sha256?: string;
  /** Undefined when it is lost: the zip says so, and the others are not held up. */
  open(): Promise<Readable | undefined>;
}

/** What a part has found, before a byte of a file is read. */
export interface ExportContent {
  /** Plain JSON: stands under the part's name in `project.json`, and is what the page of the zip knows of it. */
  readonly facts: unknown;
  readonly tables?: readonly CsvTable[];
  /** In the order in which they are written. */
  files?(): AsyncIterable<ExportFile>;
}

/** What one domain puts into an export. */
export interface ExportPart {
  readonly name: string;
  /** Who does not hold this gets nothing of it. */
  readonly needs: Grant;
  /** Bytes it will have in the zip, near enough. */
  estimate(request: ExportRequest): Promise<number>;
  read(request: ExportRequest, paths: ExportPaths): Promise<ExportContent>;
}
