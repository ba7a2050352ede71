import type { CaptureKind } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { TextKey } from "#web/lib/use-text.ts";

/** Form of the records in this version; older ones are migrated by `readAct`. */
export const actForm = 1;

/** A record that an act refers to: one of the server, or one that a waiting act will make. */
export type Ref = { readonly id: number } | { readonly guid: string };

/** Why the server did not accept an act. */
export interface Problem {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** For CONFLICT: `field`, `now` (JSON), `shown`, `by`, `at`. */
  readonly values: Readonly<Record<string, string | number>>;
}

/** Stored by another version of the application: kept, and not sent. */
export const unknownForm: Problem = { code: "ACT_UNKNOWN", status: 0, message: "", fields: {}, values: {} };

/** An action of a user, stored on this device until the server has it. */
export interface Act {
  readonly guid: string;
  readonly form: number;
  readonly kind: string;
  /** Defined by its kind. */
  readonly payload: unknown;
  /** A photo; acts with a file are sent after those without. */
  readonly file: File | null;
  readonly user: number;
  readonly project: number;
  readonly projectName: string;
  /** Increases with each act on this device. */
  readonly order: number;
  /** Acts that must arrive before. */
  readonly dependsOn: readonly string[];
  /** ISO 8601, by this device's clock. */
  readonly capturedAt: string;
  /** Milliseconds to add for the server's time; null while it was never measured. */
  readonly clockOffset: number | null;
  /** Of the file, or of the payload as JSON; empty where the browser computes none (no TLS). */
  readonly sha256: string;
  readonly isAnnounced: boolean;
  /** `conflict`: another change was there first. `refused`: it cannot be applied. Both wait for the user. */
  readonly state: "waiting" | "conflict" | "refused";
  readonly problem: Problem | null;
  readonly tries: number;
  /** The upload of its file that is under way, once the server has assigned it. */
  readonly address: string | null;
}

/** An act before it is stored. */
export interface NewAct<P = unknown> {
  readonly kind: ActKind<P>;
  readonly payload: P;
  readonly project: number;
  readonly projectName?: string;
  readonly file?: File | null;
  /** Given where later acts refer to what this one makes. */
  readonly guid?: string;
  /** Given where it was made earlier: behind the locked screen. */
  readonly capturedAt?: string;
}

/** The fields of a capture, as the server's calls take them. */
export interface CaptureFields {
  readonly guid: string;
  readonly captured_at?: string;
  readonly clock_offset?: number;
  readonly sha256?: string;
}

export interface Sending<P> {
  readonly payload: P;
  readonly file: File | null;
  readonly project: number;
  readonly capture: CaptureFields;
  /** The server's id of what an act refers to. */
  readonly idOf: (ref: Ref) => number;
  /** 0 to 1, for files. */
  readonly onShare: (share: number) => void;
  /** The upload of the file that was begun before, and where the next one is remembered. */
  readonly address: string | null;
  readonly onAddress: (address: string | null) => void;
  /** Aborts when the session ends. */
  readonly signal: AbortSignal;
}

/** A kind of act: one declaration per kind, listed in `shell/outbox/kinds.ts`. */
export interface ActKind<P> {
  readonly kind: string;
  /** Name of its result on the server, under which its checksum is announced. */
  readonly capture: CaptureKind;
  /** Checks a stored payload: one that another version wrote is kept and shown, and not sent. */
  isPayload(value: unknown): value is P;
  /** GUIDs of acts that make what this one refers to. */
  needs(payload: P): readonly string[];
  /** Names what it sets, so that two acts that set the same keep their order; null for acts that only add. */
  sets(payload: P, project: number): string | null;
  /** Sends it. Returns the id of what came of it. */
  send(sending: Sending<P>): Promise<number>;
  /** Adapts a conflicting act to the value that stands now, so that it replaces it. Only for kinds that set a field. */
  rebase?(payload: P, now: object): P;
  /** Name of the kind. */
  readonly label: TextKey;
  /** The entered content in one line. */
  summary(payload: P): string;
  /** The page that shows it, once it has arrived. */
  path(payload: P, project: number): string;
}

/** Of any payload: each kind checks its own before it is used. */
export type AnyKind = ActKind<unknown>;

/** Reads a stored record of any version. Returns null for what is no act. */
export function readAct(value: unknown): Act | null {
  if (typeof value !== "object" || value === null) return null;
  const act = value as Partial<Act>;
  if (typeof act.guid !== "string" || typeof act.kind !== "string" || typeof act.user !== "number")
    return null;
  return {
    guid: act.guid,
    form: actForm,
    kind: act.kind,
    payload: act.payload,
    file: act.file ?? null,
    user: act.user,
    project: act.project ?? 0,
    projectName: act.projectName ?? "",
    order: act.order ?? 0,
    dependsOn: act.dependsOn ?? [],
    capturedAt: act.capturedAt ?? new Date(0).toISOString(),
    clockOffset: act.clockOffset ?? null,
    sha256: act.sha256 ?? "",
    isAnnounced: act.isAnnounced ?? false,
    state: act.state ?? "waiting",
    problem: act.problem ?? null,
    tries: act.tries ?? 0,
    address: act.address ?? null,
  };
}

export const captureOf = (
  act: Pick<Act, "guid" | "capturedAt" | "clockOffset" | "sha256">,
): CaptureFields => ({
  guid: act.guid,
  captured_at: act.capturedAt,
  ...(act.clockOffset !== null && { clock_offset: act.clockOffset }),
  ...(act.sha256 !== "" && { sha256: act.sha256 }),
});

/** A file that goes with its call weighs 1, one that goes in parts 2. */
const weightOf = ({ file }: Act): number => (file === null ? 0 : file.size <= limits.resumable.whole ? 1 : 2);

const isBefore = (one: Act, other: Act): boolean =>
  (weightOf(one) - weightOf(other) || one.order - other.order) < 0;

/**
 * The next act to be sent: those without a file first, then small files, then large ones, each after what it depends on, in the order in which they were
 * made. Undefined when everything that is left waits for the user.
 */
export function nextAct(acts: readonly Act[]): Act | undefined {
  const open = new Set(acts.map(({ guid }) => guid));
  let next: Act | undefined;
  // Without sorting: it is called once for each act, and there may be thousands.
  for (const act of acts) {
    if (act.state !== "waiting" || (next !== undefined && !isBefore(act, next))) continue;
    if (act.dependsOn.every((guid) => !open.has(guid))) next = act;
  }
  return next;
}

/** The act and everything that depends on it. */
export function withDependents(acts: readonly Act[], guid: string): Act[] {
  const found = new Set([guid]);
  // Dependents are younger, so one pass in order finds all.
  for (const act of acts.toSorted((a, b) => a.order - b.order))
    if (act.dependsOn.some((one) => found.has(one))) found.add(act.guid);
  return acts.filter((act) => found.has(act.guid));
}
