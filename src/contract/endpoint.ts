import type { z } from "zod";
import type { ApiArea } from "./choices.ts";
import type { ErrorCode } from "./errors.ts";
import type { SubjectName } from "./kinds.ts";

/**
 * The API is one table, keyed `"METHOD /api/path"`: input, output and access of each call. The server mounts it, the
 * client is typed by it, OpenAPI and the conformance tests are generated from it. Paths are written out in full, so
 * that a text search finds them.
 */
type AnySchema = z.core.$ZodType;

/**
 * Callers allowed.
 * - `public`: everyone, signed in or not.
 * - `user`: every signed-in user; `super_admin`: only super admins.
 * - `{ can, by }`: the policy named before the dot loads the record whose id (or code) is in the input field `by` and
 * decides on the verb after it. A creation names its parent: `{ can: "project.add_visit", by: "id_project" }`.
 */
export type Access = "public" | "user" | "super_admin" | RecordAccess;

export interface RecordAccess {
  readonly can: `${SubjectName}.${string}`;
  readonly by: string;
}

/** One file field of a multipart call: the media type is detected from the bytes, never from the name. */
export interface UploadField {
  readonly maxBytes: number;
  /** The setting, in megabytes, that may lower the limit. */
  readonly setting?: "visit_image_mb" | "video_mb";
  /** Error code for a file above that limit; its `{maxFileSize}` is the limit in MB. */
  readonly tooLarge: ErrorCode;
  /** Types offered by the file picker and documented for the field. */
  readonly accept: readonly string[];
  /** The call is valid without the file, too; when every file is optional, it may be sent as JSON. */
  readonly optional?: true;
}

export type DownloadType =
  | "text/csv; charset=utf-8"
  | "text/plain; charset=utf-8"
  | "application/json"
  | "application/zip"
  | "application/pdf"
  | "application/xml"
  | "application/octet-stream"
  | "video/mp4"
  | "image/jpeg"
  | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export interface Endpoint {
  readonly access: Access;
  readonly summary: string;
  readonly params?: AnySchema;
  readonly query?: AnySchema;
  readonly body?: AnySchema;
  readonly upload?: Readonly<Record<string, UploadField>>;
  /** Schema of `data` in the reply's envelope. An undeclared field never leaves the server. */
  readonly response: AnySchema;
  /**
   * The reply is a file of this type instead of JSON: the handler returns a `Download`, and `response` describes
   * nothing. Errors are JSON as everywhere.
   */
  readonly download?: DownloadType;
  /** The file is displayed by the browser (`Content-Disposition: inline`) instead of saved. */
  readonly inline?: true;
  /** `false`: the reply is the bare data, without the envelope (only where an external protocol requires it). */
  readonly envelope?: false;
  /** The fields of `data` are also at the top level of the envelope: for calls that other programs read that way. */
  readonly spread?: true;
  /** Success status, 200 unless it creates something (201). */
  readonly status?: 200 | 201 | 202;
  /** Text of the envelope's `message`; a default by method otherwise. */
  readonly message?: string;
  /** The demo account is denied every write except those marked with it. */
  readonly openToDemo?: boolean;
  /** A user with an overdue invoice is denied every write except those marked with it: the ones needed to pay. */
  readonly whenOverdue?: "open";
  /**
   * Part that must be open for this call during maintenance: the application for signed-in users (`app`), the viewer
   * for guests (`viewer`), or nothing (`never` closes). Public calls are never closed by default: users must be able to
   * sign in to end the maintenance.
   */
  readonly closesWith?: "app" | "viewer" | "never";
  /** Calls per minute and address (and account, once known); defaults to the platform's limit. */
  readonly perMinute?: number;
  /**
   * Reads much and writes next to nothing: if the installation has a replica of its database, the replica answers it,
   * never with data older than the call. Access is always checked on the database itself.
   */
  readonly reads?: "replica";
  /**
   * Load on the database; ordinary if omitted. `search`: searches for a text, one at a time per user, with a short time
   * limit. `report`: reads very many rows. Both share a part of the connections. Downloads are reports, and lists
   * become searches by their field `search`, without declaring it.
   */
  readonly cost?: "search" | "report";
}

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never;

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A path with `{id}` must declare exactly those params; one without must declare none. */
type CheckedParams<Key, E> = Key extends `${Method} ${infer Path}`
  ? [PathParams<Path>] extends [never]
    ? E extends { params: AnySchema }
      ? "this path has no parameters"
      : E
    : E extends { params: infer P extends AnySchema }
      ? [PathParams<Path>, keyof z.output<P>] extends [keyof z.output<P>, PathParams<Path>]
        ? E
        : "the parameters of the path and of the schema differ"
      : "this path needs a params schema"
  : "a key is METHOD /api/path";

/** Preserves the literal types of an endpoint. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/**
 * A domain's part of the table. Does not compile if a key, a parameter or an access rule is invalid.
 *
 * @param area the area of the API that its calls belong to, for tokens; without one they are closed to tokens.
 */
export function defineApi<const T extends Record<`${Method} /api/${string}`, Endpoint>>(
  table: T & { [K in keyof T]: CheckedParams<K, T[K]> },
  area?: ApiArea,
): T {
  if (area !== undefined) for (const one of Object.values<Endpoint>(table)) areas.set(one, area);
  return table;
}

const areas = new WeakMap<Endpoint, ApiArea>();
/** The area of the API that a call belongs to, for tokens; undefined: no token is accepted. */
export const areaOf = (one: Endpoint): ApiArea | undefined => areas.get(one);
