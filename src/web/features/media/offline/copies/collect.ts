import type { QueryKey } from "@tanstack/react-query";
import type { Project } from "#contract/projects.ts";
import { ApiError, call } from "#web/lib/client.ts";
import type { CopyGroup, CopyPart, CopyQuery, CopyScope } from "#web/lib/copy-part.ts";
import type { CopyAnswer } from "#web/lib/offline-copies.ts";

/** The content of a copy: responses that have been loaded, and files that have not. */
export interface Collected {
  readonly project: Project;
  readonly answers: readonly CopyAnswer[];
  /** Addresses by group, each once. */
  readonly files: Readonly<Record<CopyGroup, readonly string[]>>;
  /** Length of the responses as text, by group: about what they take up on the device. */
  readonly answerBytes: Readonly<Record<CopyGroup, number>>;
  readonly facts: {
    readonly snags: number;
    readonly rooms: number;
    readonly sheets: number;
    readonly visit: string | null;
  };
}

/** Milliseconds to wait when the server asks for fewer calls, and how often. */
const rest = 4000;
const attempts = 5;

/** Loads every response of the project's screens. Rejects when the project itself cannot be loaded, or on abort. */
export async function collectCopy(
  id: number,
  parts: readonly CopyPart[],
  signal: AbortSignal,
): Promise<Collected> {
  const project = await call("GET /api/projects/{id}", { params: { id } }, { signal, toast: false });
  const answers = new Map<string, CopyAnswer>();
  const files: Record<CopyGroup, Set<string>> = {
    plans: new Set(),
    snags: new Set(),
    visit: new Set(),
    other: new Set(),
    tiles: new Set(),
  };
  const taken = new Set<string>();
  let facts: Collected["facts"] = { snags: 0, rooms: 0, sheets: 0, visit: null };
  const store = (key: QueryKey, data: unknown) =>
    void answers.set(JSON.stringify(key), { key, data, at: Date.now() });
  const scope: CopyScope = {
    project,
    signal,
    store,
    async load<T>(query: CopyQuery<T>) {
      const known = answers.get(JSON.stringify(query.queryKey));
      if (known !== undefined) return known.data as T;
      const data = await ask(query, signal);
      if (data !== undefined) store(query.queryKey, data);
      return data;
    },
    files(group, addresses) {
      for (const address of addresses) {
        // Only own files: those of other hosts are not cached by the worker.
        if (address == null || !address.startsWith("/") || taken.has(address)) continue;
        taken.add(address);
        files[group].add(address);
      }
    },
    note(more) {
      facts = { ...facts, ...more };
    },
  };
  for (const part of parts) {
    signal.throwIfAborted();
    await part(scope);
  }
  const kept = [...answers.values()];
  return {
    project,
    answers: kept,
    files: {
      plans: [...files.plans],
      snags: [...files.snags],
      visit: [...files.visit],
      other: [...files.other],
      tiles: [...files.tiles],
    },
    answerBytes: bytesOf(kept),
    facts,
  };
}

/** The group of a response, by the first part of its key. */
const groupOf: Readonly<Record<string, CopyGroup>> = { sheets: "plans", snags: "snags", visits: "visit" };

function bytesOf(answers: readonly CopyAnswer[]): Record<CopyGroup, number> {
  const bytes = { plans: 0, snags: 0, visit: 0, other: 0, tiles: 0 };
  for (const { key, data } of answers)
    bytes[groupOf[String(key[0])] ?? "other"] += JSON.stringify(data)?.length ?? 0;
  return bytes;
}

/** Undefined when the server refuses it: what its user may not see is not part of the copy. */
async function ask<T>({ queryFn }: CopyQuery<T>, signal: AbortSignal): Promise<T | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await queryFn({ signal });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 429 && attempt < attempts) {
        await new Promise((resume) => setTimeout(resume, rest));
        continue;
      }
      if (error.status >= 400 && error.status < 500 && error.status !== 429) return undefined;
      throw error;
    }
  }
}
