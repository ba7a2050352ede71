import type { QueryKey } from "@tanstack/react-query";
import type { Project } from "#contract/projects.ts";

/** Groups of files of a saved project, as the dialog lists their sizes. */
export const copyGroups = ["plans", "snags", "visit", "other", "tiles"] as const;
export type CopyGroup = (typeof copyGroups)[number];

export interface CopyQuery<T> {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<T>;
}

/** Where the parts of a project's offline copy put what their screens need. */
export interface CopyScope {
  readonly project: Project;
  readonly signal: AbortSignal;
  /** Loads a response and stores it under the key of its screens. Undefined when the server refuses or fails it. */
  readonly load: <T>(query: CopyQuery<T>) => Promise<T | undefined>;
  /** Stores a response under a further key, or in another form. */
  readonly store: (key: QueryKey, data: unknown) => void;
  /** Adds files; null stands for a missing one. */
  readonly files: (group: CopyGroup, addresses: readonly (string | null | undefined)[]) => void;
  /** Adds facts for the list of saved projects. */
  readonly note: (facts: { snags?: number; rooms?: number; sheets?: number; visit?: string }) => void;
}

/**
 * The contribution of one feature to a project's offline copy. Features do not import each other: the copy is assembled
 * where they meet.
 */
export type CopyPart = (scope: CopyScope) => Promise<void>;
