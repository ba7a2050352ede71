import { answeredStatuses, type SnagStatus } from "#contract/choices.ts";
import { type Activity, recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { attachPhotos } from "./photos.repository.ts";
import type { SnagNews, Turn } from "./snag-news.ts";
import { checkAssignee, checkInvited, resolvePosition } from "./snag-position.ts";
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
}

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

  /** Changes one snag, within a transaction that may change more of them. Returns undefined when nothing changed. */
  const changeOne = async (
    trx: Trx,
    subject: Authorized<SnagRecord>,
    { version, ...sent }: Sent & { readonly version?: number | undefined },
    { user, address, via }: By,
  ): Promise<Turn | undefined> => {
    const before = await holdSnag(trx, subject.id);
    // It may have been reassigned since.
    const can = snagFlags({ ...subject, ...before }, user);
    if (version !== undefined && version !== before.version) throw new AppError("CONFLICT");
    const { filename, filenames = [], ...values } = sent;
    const wanted = {
      ...valuesOf(values),
      ...(await resolvePosition(trx, before.id_project, before, values)),
    };
    if (!can.edit) refuseMore(before, wanted);
    await checkAssignee(trx, before, wanted.id_assignee);
    await checkInvited(trx, before, wanted.id_invitation);
    const changes = await updateSnag(trx, before, wanted, { id_user: user.id, action: "changed", via });
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
  };

  return {
    announce,

    /** Returns the id. `now`: the visit in which it is pinned. `alongside` writes in the same transaction. */
    create: (
      projectId: number,
      now: { readonly id_visit?: number },
      { filename, filenames = [], ...sent }: Sent & Pick<SnagValues, "title">,
      { user, address }: By,
      alongside?: (trx: Trx, snag: SnagRow) => Promise<void>,
    ): Promise<number> =>
      db.transaction().execute(async (trx) => {
        const values = {
          ...valuesOf(sent),
          title: sent.title,
          ...now,
          ...(await resolvePosition(trx, projectId, now, sent)),
        };
        await checkAssignee(trx, { id_project: projectId, id_assignee: null }, values.id_assignee);
        await checkInvited(trx, { id_project: projectId, id_invitation: null }, values.id_invitation);
        const { id, number } = await insertSnag(trx, projectId, values, {
          id_user: user.id,
          action: "created",
        });
        const row = await holdSnag(trx, id);
        await attachPhotos(trx, row, filename === undefined ? filenames : [...filenames, filename], user);
        await alongside?.(trx, row);
        await announce(trx, [row]);
        await recordActivity(trx, done("created", { ...row, number }, user, address));
        await news.turned(trx, user.id, [{ before: null, after: row }]);
        return id;
      }),

    /** All of them or none: an error for one rejects all. */
    change: (
      subjects: readonly Authorized<SnagRecord>[],
      sent: Sent & { readonly version?: number | undefined },
      by: By,
    ): Promise<void> =>
      db.transaction().execute(async (trx) => {
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
      }),

    remove: (subject: Authorized<SnagRecord>, { user, address }: By): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await trx.deleteFrom("snags").where("id", "=", subject.id).execute();
        await announce(trx, [subject]);
        await recordActivity(trx, done("deleted", subject, user, address));
      }),
  };
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
  const { title, text, status, priority, trade, due_date } = sent;
  const plain = { title, text, status, priority, trade, due_date, ...assigned(sent) };
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
  verb: "created" | "changed" | "deleted" | "commented" | "comment_deleted" | "photo_added" | "photo_removed",
  { id, id_project, title, number }: Pick<SnagRow, "id" | "id_project" | "title" | "number">,
  user: SessionUser,
  address: string,
): Activity {
  const subject = { kind: "snag", id, name: title };
  const details = { number: String(number) };
  return { id_user: user.id, action: `snag.${verb}`, subject, id_project, details, address };
}
