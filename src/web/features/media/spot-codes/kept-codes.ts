import { session } from "#web/lib/session.ts";
import { recall, remember, type StorageKey, storageKeys } from "#web/lib/storage.ts";
import { createStore, useStore } from "#web/lib/store.ts";

/** A label that was scanned without a connection. */
export interface KeptCode {
  readonly code: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Name of the room, where the device knows it. */
  readonly name: string;
}

/** The room that a label opened on this device. */
export interface OpenedCode {
  readonly code: string;
  readonly name: string;
  /** Code of the visit. */
  readonly visit: string;
  readonly room: number;
}

interface Stored<T> {
  readonly user: number;
  readonly codes: readonly T[];
}

/** More than anyone scans in a basement, and the labels of several sites. */
const most = { kept: 200, opened: 1000 };

/** Codes of the signed-in user, oldest first; those of another user of this device are not read. */
function read<T>(key: StorageKey): readonly T[] {
  try {
    const stored = JSON.parse(recall(key) ?? "null") as Stored<T> | null;
    return stored?.user === session.user()?.id && Array.isArray(stored?.codes) ? stored.codes : [];
  } catch {
    return [];
  }
}

/** The last of these codes, each once. */
function write<T>(key: StorageKey, codes: readonly T[]): void {
  const user = session.user()?.id;
  if (user === undefined) return;
  remember(key, codes.length === 0 ? null : JSON.stringify({ user, codes }));
}

const changes = createStore(0);
export const readKept = () => read<KeptCode>(storageKeys.keptCodes);
export function useKeptCodes(): readonly KeptCode[] {
  useStore(changes);
  return readKept();
}

function writeKept(codes: readonly KeptCode[]): void {
  write(storageKeys.keptCodes, codes);
  changes.set(changes.get() + 1);
}

export function keepCode(code: string, name: string): void {
  const others = readKept().filter((known) => known.code !== code);
  writeKept([...others, { code, name, at: Date.now() }].slice(-most.kept));
}

export function dropCode(code: string): void {
  const kept = readKept();
  if (kept.some((known) => known.code === code)) writeKept(kept.filter((known) => known.code !== code));
}

/**
 * Remembers what a label opened. Written at once: the page is left before the store of all other responses
 * (`persisted-queries.ts`) is written.
 */
export function rememberOpened(opened: OpenedCode): void {
  const others = read<OpenedCode>(storageKeys.openedCodes).filter(({ code }) => code !== opened.code);
  write(storageKeys.openedCodes, [...others, opened].slice(-most.opened));
}

export const openedBefore = (code: string): OpenedCode | undefined =>
  read<OpenedCode>(storageKeys.openedCodes).find((opened) => opened.code === code);

/** A label that no longer opens anything. */
export function forgetOpened(code: string): void {
  write(
    storageKeys.openedCodes,
    read<OpenedCode>(storageKeys.openedCodes).filter((opened) => opened.code !== code),
  );
}
