import { session } from "#web/lib/session.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { createStore, useStore } from "#web/lib/store.ts";

/** A label that was scanned without a connection. */
export interface KeptCode {
  readonly code: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Name of the room, where the device knows it. */
  readonly name: string;
}

interface Stored {
  readonly user: number;
  readonly codes: readonly KeptCode[];
}

/** More than anyone scans in a basement. */
const MOST = 200;

/** Codes of the signed-in user, oldest first; those of another user of this device are not shown. */
export function readKept(): readonly KeptCode[] {
  try {
    const stored = JSON.parse(recall(storageKeys.keptCodes) ?? "null") as Stored | null;
    return stored?.user === session.user()?.id && Array.isArray(stored?.codes) ? stored.codes : [];
  } catch {
    return [];
  }
}

const kept = createStore<readonly KeptCode[]>([]);

export function useKeptCodes(): readonly KeptCode[] {
  const codes = useStore(kept);
  return codes.length === 0 ? readKept() : codes;
}

function write(codes: readonly KeptCode[]): void {
  const user = session.user()?.id;
  if (user === undefined) return;
  remember(storageKeys.keptCodes, codes.length === 0 ? null : JSON.stringify({ user, codes }));
  kept.set(codes);
}

export function keepCode(code: string, name: string): void {
  const others = readKept().filter((known) => known.code !== code);
  write([...others, { code, name, at: Date.now() }].slice(-MOST));
}

export const dropCode = (code: string): void => write(readKept().filter((known) => known.code !== code));
