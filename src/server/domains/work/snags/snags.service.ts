import { answeredStatuses, type SnagStatus } from "#contract/choices.ts";
import { type Activity, recordActivity } from "#server/platform/activity.ts";
import {
  type Capture,
  capturedNow,
  claimCapture,
  oncePerCapture,
  settleCapture,
} from "#server/platform/captures.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { VoiceVerb } from "../voice-notes/voice-parents.ts";
import { type Began, changedSince, refuseOverwriting } from "./field-merge.ts";
import { attachPhotos } from "./photos.repository.ts";
import type { SnagNews, Turn } from "./snag-news.ts";
import { checkAssignee, checkCrew, checkInvited, resolvePosition } from "./snag-position.ts";
import {
  addStep,
  holdSnag,
  insertSnag,
  type SnagRow,
  type SnagValues,
  touchSnag,
  updateSnag,
} from "./snag-writes.ts";
import { snagsChanged } from "./snags.events.ts";
import { type SnagRecord, snagFlags } from "./snags.policy.ts";

/** Fields as sent by the calls; undefined fields stay unchanged. */
export type Sent = { readonly [K in keyof SnagValues]?: SnagValues[K] | undefined } & {
  readonly filenames?: readonly string[] | undefined;
  readonly filename?: string | undefined;
};

export interface By {
  readonly user: SessionUser;
  /** Network address of the caller. */
  readonly address: string;
  /** Name of the external tool in which it was done. */
  readonly via?: string;
  /** Set for what was made on a device before it was sent. */
  readonly capture?: Capture | undefined;
}

/** A change of one snag or of several. */
export type SentChange = Sent & {
  readonly version?: number | undefined;
  /** The values with which it began. */
  readonly from?: Began | undefined;
};

export interface SnagServiceOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly news: SnagNews;
  /**
   * Called for every change, in its transaction: outgoing work for external tools is stored with the change, or not at
   * all.
   */
  readonly changed?: ((trx: Trx, ids: readonly number[]) => Promise<void>) | undefined;
}

export type SnagService = ReturnType<typeof createSnagService>;

export function createSnagService({ db, bus, news, changed }: SnagServiceOptions) {
  const announce = createAnnounce({ bus, changed });

  return {
    announce,

    /** Returns the id. `now`: the visit in which it is pinned. `alongside` writes in the same transaction. */
    create: (
      projectId: number,
      now: { readonly id_visit?: number },
      { filename, filenames = [], ...sent }: Sent & Pick<SnagValues, "title">,
      { user, address, capture }: By,
      alongside?: (trx: Trx, snag: SnagRow) => Promise<void>,
    ): Promise<number> => {
      const make = async (trx: Trx): Promise<number> => {
        const values = {
          ...valuesOf(sent),
          ...(capture !== undefined && { guid: await freeGuid(trx, capture) }),
          title: sent.title,
          ...now,
          ...(await resolvePosition(trx, projectId, now, sent)),
        };
        await checkAssignee(trx, { id_project: projectId, id_assignee: null }, values.id_assignee);
        await checkInvited(trx, { id_project: projectId, id_invitation: null }, values.id_invitation);
        await checkCrew(trx, { id_project: projectId, id_crew: null }, values.id_crew);
        const { id, number } = await insertSnag(trx, projectId, values, {
          id_user: user.id,
          action: "created",
          captured_at: capturedNow(capture),
        });
        const row = await holdSnag(trx, id);
        await attachPhotos(trx, row, filename === undefined ? filenames : [...filenames, filename], user);
        await alongside?.(trx, row);
        await announce(trx, [row]);
        await recordActivity(trx, done("created", { ...row, number }, user, address));
        await news.turned(trx, user.id, [{ before: null, after: row }]);
        return id;
      };
      const doing = { id_user: user.id, kind: "snag" } as const;
      return db.transaction().execute((trx) => oncePerCapture(trx, capture, doing, () => make(trx)));
    },

    /**
     * All of them or none: an error for one rejects all. With `from` a change that would overwrite another one throws
     * CONFLICT; what a device sent is then kept in the history.
     */
    change: async (
      subjects: readonly Authorized<SnagRecord>[],
      { from, ...fields }: SentChange,
      by: By,
    ): Promise<void> => {
      const sent: SentChange = from === undefined ? fields : { ...changedSince(fields, from), from };
      const conflict = await db.transaction().execute(async (trx) => {
        if (await isKnownChange(trx, by)) return undefined;
        // Returned instead of thrown: the line in the history must be committed.
        const found = await conflictWith(trx, subjects, sent, by);
        if (found !== undefined) return found;
        const turns: Turn[] = [];
        // Sorted by number, so that two callers that change the same ones do not deadlock.
        for (const subject of subjects.toSorted((a, b) => a.id - b.id)) {
          const turn = await changeOne(trx, subject, sent, by);
          if (turn !== undefined) turns.push(turn);
        }
        await announce(
          trx,
          subjects.filter(({ id }) => turns.some(({ after }) => after.id === id)),
        );
        await news.turned(trx, by.user.id, turns);
        const [first] = subjects;
        if (by.capture !== undefined && first !== undefined) await settleCapture(trx, by.capture, first.id);
        return undefined;
      });
      if (conflict !== undefined) throw conflict;
    },

    remove: (subject: Authorized<SnagRecord>, { user, address }: By): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await trx.deleteFrom("snags").where("id", "=", subject.id).execute();
        await announce(trx, [subject]);
        await recordActivity(trx, done("deleted", subject, user, address));
      }),
  };
}

/** Changes one snag, within a transaction that may change more of them. Returns undefined when nothing changed. */
async function changeOne(
  trx: Trx,
  subject: Authorized<SnagRecord>,
  { version, from: _from, ...sent }: SentChange,
  { user, address, via, capture }: By,
): Promise<Turn | undefined> {
  const before = await holdSnag(trx, subject.id);
  if (version !== undefined && version !== before.version) throw new AppError("CONFLICT");
  const { filename, filenames = [], ...values } = sent;
  const wanted = await wantedOf(trx, { subject, before, values, user });
  const captured_at = capturedNow(capture);
  const doing = { id_user: user.id, action: "changed", via, captured_at } as const;
  const changes = await updateSnag(trx, before, wanted, doing);
  const names = filename === undefined ? filenames : [...filenames, filename];
  const added = await attachPhotos(trx, before, names, user);
  for (let n = 0; n < added; n += 1)
    await addStep(trx, before.id, { id_user: user.id, action: "photo_added" });
  if (changes.length === 0 && added === 0) return undefined;
  if (changes.length === 0) await touchSnag(trx, before.id);
  const after = { ...before, ...wanted };
  const fields = changes.map(({ field }) => field);
  await recordActivity(trx, {
    ...done("changed", after, user, address),
    changed: added > 0 ? [...fields, "photos"] : fields,
  });
  return { before, after };
}

/** The fields that a change sets, if this user may set them. Throws SNAG_EDIT_DENIED, and VALIDATION at an invalid field. */
async function wantedOf(
  trx: Trx,
  {
    subject,
    before,
    values,
    user,
  }: {
    readonly subject: Authorized<SnagRecord>;
    readonly before: SnagRow;
    readonly values: Sent;
    readonly user: SessionUser;
  },
): Promise<Partial<SnagValues>> {
  // It may have been reassigned since.
  const can = snagFlags({ ...subject, ...before }, user);
  const place = await resolvePosition(trx, before.id_project, before, values);
  const wanted = { ...valuesOf(values), ...place };
  if (!can.edit) refuseMore(before, wanted);
  await checkAssignee(trx, before, wanted.id_assignee);
  await checkInvited(trx, before, wanted.id_invitation);
  await checkCrew(trx, before, wanted.id_crew);
  return wanted;
}

/** The GUID of the capture becomes that of the snag. Throws CONFLICT when another snag has it, from a BCF file for instance. */
async function freeGuid(trx: Trx, { guid }: Capture): Promise<string> {
  const taken = await trx.selectFrom("snags").select("id").where("guid", "=", guid).executeTakeFirst();
  if (taken !== undefined) throw new AppError("CONFLICT");
  return guid;
}

const isKnownChange = async (trx: Trx, { user, capture }: By): Promise<boolean> =>
  capture !== undefined &&
  (await claimCapture(trx, capture, { id_user: user.id, kind: "snag_change" })) !== null;

async function conflictWith(
  trx: Trx,
  [subject]: readonly Authorized<SnagRecord>[],
  { from, version: _version, ...values }: SentChange,
  by: By,
): Promise<AppError | undefined> {
  if (from === undefined || subject === undefined) return undefined;
  const before = await holdSnag(trx, subject.id);
  // Checked first: the error and the history name what was sent.
  const wanted = await wantedOf(trx, { subject, before, values, user: by.user });
  return refuseOverwriting(trx, before, { wanted, from }, by);
}

/** Notifies open pages, and the outbox for external tools. In batches: an event holds 10 KB. */
function createAnnounce({ bus, changed }: Pick<SnagServiceOptions, "bus" | "changed">) {
  return async (
    trx: Trx,
    snags: readonly Pick<SnagRow, "id" | "id_project" | "id_room">[],
  ): Promise<void> => {
    for (const id_project of new Set(snags.map((snag) => snag.id_project))) {
      const own = snags.filter((snag) => snag.id_project === id_project);
      for (let at = 0; at < own.length; at += 200) {
        const some = own.slice(at, at + 200);
        const rooms = [...new Set(some.flatMap(({ id_room }) => (id_room === null ? [] : [id_room])))];
        await bus.emit(trx, snagsChanged, { id_project, ids: some.map(({ id }) => id), rooms });
      }
    }
    if (snags.length > 0)
      await changed?.(
        trx,
        snags.map(({ id }) => id),
      );
  };
}

/** Fields stored as sent; the position is validated before. */
function valuesOf(sent: Sent): Partial<SnagValues> {
  const { title, text, status, priority, trade, due_date, id_crew } = sent;
  const plain = { title, text, status, priority, trade, due_date, id_crew, ...assigned(sent) };
  return Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
}

/** A snag is assigned to a member or to an invitation: setting one clears the other. */
function assigned({ id_assignee, id_invitation }: Sent): Pick<Sent, "id_assignee" | "id_invitation"> {
  if (id_invitation != null) return { id_assignee: null, id_invitation };
  return id_assignee === undefined ? { id_invitation } : { id_assignee, id_invitation: null };
}

/**
 * A caller who may only answer sets the status, except to closed. A form that sends the other fields unchanged is
 * accepted.
 */
function refuseMore(before: SnagRow, wanted: Partial<SnagValues>): void {
  const changed = (Object.keys(wanted) as (keyof SnagValues)[]).filter(
    (field) => wanted[field] !== before[field],
  );
  const answered: readonly SnagStatus[] = answeredStatuses;
  const isAnswer = wanted.status === undefined || answered.includes(wanted.status);
  if (changed.some((field) => field !== "status") || (changed.length > 0 && !isAnswer))
    throw new AppError("SNAG_EDIT_DENIED");
}

/** Writes the log of the project and of the user. */
export function done(
  verb:
    | "created"
    | "changed"
    | "deleted"
    | "commented"
    | "comment_deleted"
    | "photo_added"
    | "photo_removed"
    | VoiceVerb,
  { id, id_project, title, number }: Pick<SnagRow, "id" | "id_project" | "title" | "number">,
  user: SessionUser,
  address: string,
): Activity {
  const subject = { kind: "snag", id, name: title };
  const details = { number: String(number) };
  return { id_user: user.id, action: `snag.${verb}`, subject, id_project, details, address };
}
