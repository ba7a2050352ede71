import type { ProgressEntry } from "#contract/progress.ts";
import { dayOf } from "#web/lib/day.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useFormat } from "#web/lib/format.ts";
import { waitingActs } from "#web/lib/outbox/waiting.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { isProgressPayload } from "#web/shell/outbox/progress-acts.ts";
import { tellKept } from "#web/shell/outbox/send-or-keep.ts";
import { useEntries, useWords, type Word } from "./progress.queries.ts";

/** Milliseconds in which an action can be undone, the same everywhere. */
const undoFor = 10_000;
const pad = (value: number) => String(value).padStart(2, "0");

/** The current calendar day in the user's time zone. */
export function today(now = new Date()): string {
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

const isSamePlace = (one: Word, other: Word) =>
  one.id_sheet === other.id_sheet &&
  one.place.trim().toLowerCase() === other.place.trim().toLowerCase() &&
  one.on_date === other.on_date;

/** The entry of the same place and day that waits on this device, the newest. */
const waitingEntry = (project: number, word: Word): Word | undefined =>
  waitingActs
    .get()
    .flatMap((act) =>
      act.kind === "progress_entry" && act.project === project && isProgressPayload(act.payload)
        ? [act.payload]
        : [],
    )
    .findLast((payload) => isSamePlace(payload, word));

/** Adds and deletes progress entries, each with an undo for ten seconds. */
export function useProgressEntries(project: number) {
  const t = useText();
  const format = useFormat();
  const entries = useEntries(project);
  const { tell, change, remove } = useWords(project);
  const refused = (error: unknown) => showFailure(error, t);
  const undo = (work: () => Promise<unknown>) => ({
    label: t("common.undo"),
    onAction: () => void work().catch(refused),
  });
  const percent = (value: number) => format.percent(value / 100);

  return {
    error: tell.error ?? change.error,
    isPending: tell.isPending || change.isPending,

    /** False where it was refused; `error` has the reason. */
    async save(word: Word, name: string): Promise<boolean> {
      const before = entries.data?.find((entry) => isSamePlace(entry, word));
      // A second entry of the same day follows the one that waits.
      const began = waitingEntry(project, word) ?? before;
      const from = began === undefined ? null : { percent: began.percent, note: began.note };
      const about = { from, where: name };
      let told: ProgressEntry;
      try {
        const outcome = await tell.mutateAsync({ ...word, place: word.place.trim(), about });
        if (outcome.state === "kept") {
          tellKept();
          return true;
        }
        told = outcome.result;
      } catch {
        return false;
      }
      showToast(
        {
          tone: "ok",
          title: t("progress.told", { name, percent: percent(told.percent) }),
          ...(before && { text: t("progress.told_replaced", { percent: percent(before.percent) }) }),
          action: undo(() => (before ? tell.mutateAsync(before) : remove.mutateAsync(told.id))),
        },
        undoFor,
      );
      return true;
    },

    async takeBack(entry: ProgressEntry, name: string): Promise<void> {
      try {
        await remove.mutateAsync(entry.id);
      } catch (error) {
        refused(error);
        return;
      }
      showToast(
        {
          tone: "info",
          title: t("progress.removed", { name, date: format.date(dayOf(entry.on_date)) }),
          action: undo(() => tell.mutateAsync(entry)),
        },
        undoFor,
      );
    },
  };
}
