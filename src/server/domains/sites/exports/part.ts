import type { Readable } from "node:stream";
import type { Grant } from "#contract/choices.ts";
import type { Language } from "#contract/languages.ts";
import type { CsvTable } from "#server/platform/csv.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { ProjectRecord } from "../projects/projects.policy.ts";
import type { ExportPaths } from "./paths.ts";

/** Input of a part: the user and the project. */
export interface ExportRequest {
  readonly project: ProjectRecord;
  readonly user: SessionUser;
  /** Grants of this user in the project. */
  readonly holds: readonly Grant[];
  readonly language: Language;
}

/** One file of the zip. */
export interface ExportFile {
  /** Created by `paths`: no other value is safe. */
  readonly path: string;
  readonly modifiedAt: Date;
  /** Already compressed, like pictures: stored without compression. */
  readonly isPacked?: boolean;
  /** Expected checksum; a mismatch is reported within the zip. */
  readonly sha256?: string;
  /** Returns undefined when the file is lost: the zip reports it, and the other files continue. */
  open(): Promise<Readable | undefined>;
}

/** Content found by a part, before a byte of a file is read. */
export interface ExportContent {
  /** Plain JSON, stored under the part's name in `project.json`; the data of the page in the zip. */
  readonly facts: unknown;
  readonly tables?: readonly CsvTable[];
  /** In the order in which they are written. */
  files?(): AsyncIterable<ExportFile>;
}

/** Content that one domain adds to an export. */
export interface ExportPart {
  readonly name: string;
  /** A user without this grant gets nothing of the part. */
  readonly needs: Grant;
  /** Approximate bytes in the zip. */
  estimate(request: ExportRequest): Promise<number>;
  read(request: ExportRequest, paths: ExportPaths): Promise<ExportContent>;
}
