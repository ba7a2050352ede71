import { type Generated, type RawBuilder, sql } from "kysely";
import type { CaptureKind } from "#contract/choices.ts";
import type { Database, Trx } from "./database.ts";
import { AppError } from "./errors.ts";

interface CapturesTable {
  guid: string;
  /** Null when the account was deleted. */
  id_user: number | null;
  kind: string;
  /** The record that came of it; null while only its checksum has arrived, and where it was not applied. */
  id_target: number | null;
  /** By the device's clock. */
  captured_at: Date | null;
  /** Milliseconds by which the device's clock was behind the server's. */
  clock_offset: number | null;
  sha256: string | null;
  announced_at: Date | null;
  received_at: Date | null;
  /** When it was found to overwrite another change. */
  refused_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

declare module "./database.ts" {
  interface Tables {
    captures: CapturesTable;
  }
}

/** Sent by a device with something that was made on it, possibly hours before. */
export interface Capture {
  readonly guid: string;
  /** ISO 8601, by the device's clock. */
  readonly captured_at?: string | undefined;
  /** Milliseconds to add to it for the server's time. */
  readonly clock_offset?: number | undefined;
  /** Of the content as it was captured, 64 hex digits. */
  readonly sha256?: string | undefined;
}

/** The fields of a capture in the body of a call. */
export type SentCapture = { readonly [K in keyof Capture]?: Capture[K] | undefined };

/** Separates the fields of a capture from those of the record. */
export function splitCapture<T extends SentCapture>(body: T): [Capture | undefined, Omit<T, keyof Capture>] {
  const { guid, captured_at, clock_offset, sha256, ...rest } = body;
  return [guid === undefined ? undefined : { guid, captured_at, clock_offset, sha256 }, rest];
}

interface By {
  readonly id_user: number;
  readonly kind: CaptureKind;
}

/**
 * Holds the capture until the transaction ends: a second request with its GUID waits. Returns the record that came of
 * it before, null when it is new. Throws NOT_FOUND for the GUID of another user or of something else.
 */
export async function claimCapture(
  trx: Trx,
  capture: Capture,
  { id_user, kind }: By,
): Promise<number | null> {
  const row = await trx
    .insertInto("captures")
    .values({
      ...stored(capture),
      id_user,
      kind,
      id_target: null,
      announced_at: null,
      received_at: sql<Date>`now()`,
    })
    .onConflict((conflict) =>
      conflict
        .column("guid")
        .doUpdateSet({
          received_at: sql<Date>`coalesce(captures.received_at, excluded.received_at)`,
          captured_at: sql<Date | null>`coalesce(captures.captured_at, excluded.captured_at)`,
          clock_offset: sql<number | null>`coalesce(captures.clock_offset, excluded.clock_offset)`,
          sha256: sql<string | null>`coalesce(captures.sha256, excluded.sha256)`,
        })
        .where("captures.id_user", "=", id_user)
        .where("captures.kind", "=", kind),
    )
    .returning("id_target")
    .executeTakeFirst();
  if (row === undefined) throw new AppError("NOT_FOUND");
  return row.id_target;
}

/**
 * Records that a capture would overwrite another change. Returns whether this is the first time: a device repeats what
 * was refused.
 */
export async function refuseCapture(trx: Trx, { guid }: Capture): Promise<boolean> {
  const first = await trx
    .updateTable("captures")
    .set({ refused_at: sql<Date>`now()` })
    .where("guid", "=", guid)
    .where("refused_at", "is", null)
    .returning("guid")
    .executeTakeFirst();
  return first !== undefined;
}

/** Records what came of a capture, in the transaction that made it. */
export async function settleCapture(trx: Trx, { guid }: Capture, id_target: number): Promise<void> {
  await trx.updateTable("captures").set({ id_target }).where("guid", "=", guid).execute();
}

/**
 * Does the work once for each capture, however often and by how many processes it is requested. `make` returns the id of
 * the record, which later requests get as well. Without a capture the work is done each time.
 */
export async function oncePerCapture(
  trx: Trx,
  capture: Capture | undefined,
  by: By,
  make: () => Promise<number>,
): Promise<number> {
  if (capture === undefined) return make();
  const known = await claimCapture(trx, capture, by);
  if (known !== null) return known;
  const id = await make();
  await settleCapture(trx, capture, id);
  return id;
}

/** The earlier result of a capture of this user; null when it is new. For work that is expensive before its transaction. */
export async function knownCapture(
  db: Database,
  capture: Capture | undefined,
  { id_user, kind }: By,
): Promise<number | null> {
  if (capture === undefined) return null;
  const row = await db
    .selectFrom("captures")
    .select("id_target")
    .where("guid", "=", capture.guid)
    .where("id_user", "=", id_user)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row?.id_target ?? null;
}

/** Checksums that a user may announce before what they belong to has arrived. */
export const mostAnnounced = 10_000;

/**
 * Stores checksums before the content arrives. Those that are known stay as they are. Throws CAPTURES_FULL.
 */
export async function announceCaptures(
  db: Database,
  captures: readonly (Capture & { readonly kind: CaptureKind })[],
  id_user: number,
): Promise<void> {
  if (captures.length === 0) return;
  const { count } = await db
    .selectFrom("captures")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("id_user", "=", id_user)
    .where("received_at", "is", null)
    .executeTakeFirstOrThrow();
  if (count + captures.length > mostAnnounced)
    throw new AppError("CAPTURES_FULL", { values: { n: mostAnnounced } });
  await db
    .insertInto("captures")
    .values(
      captures.map(({ kind, ...capture }) => ({
        ...stored(capture),
        id_user,
        kind,
        id_target: null,
        announced_at: sql<Date>`now()`,
        received_at: null,
      })),
    )
    .onConflict((conflict) => conflict.column("guid").doNothing())
    .execute();
}

/** Days after which a checksum without its content counts as abandoned. */
const announcedFor = 365;

/** Deletes checksums whose content never arrived: a device that was lost must not use up its user's limit for good. */
export async function pruneAnnounced(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom("captures")
    .where("received_at", "is", null)
    .where("announced_at", "<", new Date(now.getTime() - announcedFor * 86_400_000))
    .execute();
}

/** When something was made, by the server's clock, and never later than it arrived: for the row `alias` of `captures`. */
export const capturedAt = (alias: string) => sql<Date | null>`least(
  ${sql.ref(`${alias}.captured_at`)} + coalesce(${sql.ref(`${alias}.clock_offset`)}, 0) * interval '1 millisecond',
  ${sql.ref(`${alias}.received_at`)})`;

/** The same for a capture that is being received now. */
export const capturedNow = (
  capture: Pick<Capture, "captured_at" | "clock_offset"> | undefined,
): RawBuilder<Date | null> =>
  capture?.captured_at === undefined
    ? sql<null>`null::timestamptz`
    : sql<Date>`least(${new Date(capture.captured_at)}::timestamptz
        + ${capture.clock_offset ?? 0} * interval '1 millisecond', now())`;

/** The same as a date: null without a time. */
export const capturedBefore = (capture: Capture | undefined, now: Date): Date | null =>
  capture?.captured_at === undefined
    ? null
    : new Date(Math.min(Date.parse(capture.captured_at) + (capture.clock_offset ?? 0), now.getTime()));

const stored = ({ guid, captured_at, clock_offset, sha256 }: Capture) => ({
  guid,
  captured_at: captured_at === undefined ? null : new Date(captured_at),
  clock_offset: clock_offset ?? null,
  sha256: sha256 ?? null,
});
