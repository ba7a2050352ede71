import { session } from "#web/lib/session.ts";
import { recall, remember } from "#web/lib/storage.ts";
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

const keys = { keptCodes: "app-kept-codes", openedCodes: "app-opened-codes" } as const;

interface Lists {
  readonly keptCodes: KeptCode;
  readonly openedCodes: OpenedCode;
}

interface Stored<Name extends keyof Lists> {
  readonly user: number;
  readonly codes: readonly Lists[Name][];
}

/** More than anyone scans in a basement, and the labels of several sites. */
const most = { kept: 200, opened: 1000 };

/** Codes of the signed-in user, oldest first; those of another user of this device are not read. */
function read<Name extends keyof Lists>(name: Name): readonly Lists[Name][] {
  try {
    const stored = JSON.parse(recall(keys[name]) ?? "null") as Stored<Name> | null;
    return stored?.user === session.user()?.id && Array.isArray(stored?.codes) ? stored.codes : [];
  } catch {
    return [];
  }
}

/** Writes the list of the signed-in user, instead of any other. */
function write<Name extends keyof Lists>(name: Name, codes: Stored<Name>["codes"]): void {
  const user = session.user()?.id;
  if (user === undefined) return;
  remember(keys[name], codes.length === 0 ? null : JSON.stringify({ user, codes }));
}

const changes = createStore(0);
export const readKept = () => read("keptCodes");
export function useKeptCodes(): readonly KeptCode[] {
  useStore(changes);
  return readKept();
}

function writeKept(codes: readonly KeptCode[]): void {
  write("keptCodes", codes);
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
  const others = read("openedCodes").filter(({ code }) => code !== opened.code);
  write("openedCodes", [...others, opened].slice(-most.opened));
}

export const openedBefore = (code: string): OpenedCode | undefined =>
  read("openedCodes").find((opened) => opened.code === code);

/** A label that no longer opens anything. */
export function forgetOpened(code: string): void {
  write(
    "openedCodes",
    read("openedCodes").filter((opened) => opened.code !== code),
  );
}
