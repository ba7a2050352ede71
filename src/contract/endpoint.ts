import type { z } from "zod";
import type { ApiArea } from "./choices.ts";
import type { ErrorCode } from "./errors.ts";
import { type SubjectName } from "./kinds.ts";

/**
 * The API is one table, keyed `"METHOD /api/path"`: what goes in, what comes out, and who may call. The server
 * mounts it, the client is typed by it, OpenAPI and the conformance walk are made from it. Paths stand here
 * exactly as people read them, so that a search for one finds it.
 */
type AnySchema = z.core.$ZodType;

/**
 * Who may call.
 * - `public`: everybody, signed in or not.
 * - `user`: every signed-in person; `super_admin`: only those.
 * - `{ can, by }`: the policy named before the dot loads the record whose id (or code) stands in the input field
 *   `by` and decides on the verb after it. A creation names its parent: `{ can: "project.add_visit", by: "id_project" }`.
 */
export type Access = "public" | "user" | "super_admin" | RecordAccess;

export interface RecordAccess {
  readonly can: `${SubjectName}.${string}`;
  readonly by: string;
}

/** One file field of a multipart call: the media type is proved from the bytes, never from the name. */
export interface UploadField {
  readonly maxBytes: number;
  /** The setting, in megabytes, that may lower it. */
  readonly setting?: "visit_image_mb" | "video_mb";
  /** What a file past that limit is refused with; its `{maxFileSize}` is the limit in MB. */
  readonly tooLarge: ErrorCode;
  /** What the picker offers and what the field is documented to hold. */
  readonly accept: readonly string[];
  /** The call is right without the file, too; when every file is, it may come as JSON. */
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
   * The reply is a file of this type instead of JSON: the handler returns a `Download`, `response` describes nothing.
   * Refusals are JSON as everywhere.
   */
  readonly download?: DownloadType;
  /** The file is shown by the browser (`Content-Disposition: inline`) instead of kept. */
  readonly inline?: true;
  /** `false`: the reply is the bare data, without the envelope (only where an outside protocol demands it). */
  readonly envelope?: false;
  /** The fields of `data` stand beside the envelope's own, too: for calls that other programs know so. */
  readonly spread?: true;
  /** Success status, 200 unless it creates something (201). */
  readonly status?: 200 | 201 | 202;
  /** Sentence in the envelope's `message`, a default by method otherwise. */
  readonly message?: string;
  /** The demo account is refused every write except those marked so. */
  readonly openToDemo?: boolean;
  /** Whoever did not pay in time is refused every write except those marked so: what he needs to come back. */
  readonly whenOverdue?: "open";
  /**
   * What must be open for this call while the site is maintained: what the signed-in work with (`app`), what guests
   * look at (`viewer`), or nothing (`never` closes). Unless said otherwise public calls are never closed: people
   * must be able to sign in to open the site again.
   */
  readonly closesWith?: "app" | "viewer" | "never";
  /** Calls per minute and address (and account, once known); the platform's default otherwise. */
  readonly perMinute?: number;
  /**
   * It reads much and writes next to nothing: where the installation has a copy of its database, that answers it, never
   * with less than was there when the call came. Who may call is asked of the database itself.
   */
  readonly reads?: "replica";
  /**
   * How much it asks of the database; ordinary without it. `search`: looks for a text, one at a time per person, and is
   * stopped soon. `report`: reads very many rows. Both share a part of the connections. Downloads are reports, and lists
   * become searches by their field `search`, without saying so.
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

/** Keeps the literal types of an endpoint. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/**
 * A domain's part of the table. Does not compile when a key, a parameter or an access rule is off.
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
/** The area of the API that a call belongs to, for tokens; none: no token opens it. */
export const areaOf = (one: Endpoint): ApiArea | undefined => areas.get(one);
