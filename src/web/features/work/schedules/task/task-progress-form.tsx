import { useState } from "react";
import type { ScheduleTask } from "#contract/schedules.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { PercentField } from "#web/ui/percent-field.tsx";
import { type Told, useScheduleChanges } from "../schedules.queries.ts";

/** Milliseconds in which an action can be undone, the same everywhere. */
const undoFor = 10_000;
const fields = ["percent", "actual_start", "actual_finish"] as const;

const toldOf = ({ percent, actual_start, actual_finish }: ScheduleTask): Told => ({
  percent,
  actual_start: actual_start?.slice(0, 10) ?? null,
  actual_finish: actual_finish?.slice(0, 10) ?? null,
});

/** Sends only changed fields: the server derives the rest, including the start or finish day. */
function changesOf(before: Told, now: Told): Partial<Told> {
  return Object.fromEntries(
    fields.filter((field) => before[field] !== now[field]).map((field) => [field, now[field]]),
  );
}

/** The reverse change; a day that was not set before is omitted where one is required. */
function backTo(before: Told): Partial<Told> {
  const { percent, actual_start, actual_finish } = before;
  return {
    percent,
    ...((actual_start !== null || percent === 0) && { actual_start }),
    ...((actual_finish !== null || percent < 100) && { actual_finish }),
  };
}

/** Progress, actual start and finish of a task, as observed on the site. */
export function TaskProgressForm({
  project,
  task,
  onSaved,
}: {
  project: number;
  task: ScheduleTask;
  /** The pressed button has nothing more to save: the focus needs another target. */
  onSaved: () => void;
}) {
  const t = useText();
  const format = useFormat();
  const { tell } = useScheduleChanges(project);
  const before = toldOf(task);
  const [draft, setDraft] = useState<Partial<Told>>({});
  const now = { ...before, ...draft };
  const changes = changesOf(before, now);
  const isChanged = Object.keys(changes).length > 0;
  const set = (next: Partial<Told>) => setDraft({ ...draft, ...next });
  const { error } = tell;
  const at = (field: (typeof fields)[number]) => {
    const text = fieldError(error, field, t);
    return text === undefined ? {} : { error: text };
  };
  const isElsewhere = error !== null && fields.every((field) => !("error" in at(field)));

  async function save(): Promise<void> {
    try {
      await tell.mutateAsync({ task: task.id, ...changes });
    } catch {
      return;
    }
    setDraft({});
    onSaved();
    showToast(
      {
        tone: "ok",
        title: t("schedules.task.told", { name: task.name, percent: format.percent(now.percent / 100) }),
        action: {
          label: t("common.undo"),
          onAction: () =>
            void tell
              .mutateAsync({ task: task.id, ...backTo(before) })
              .catch((failure: unknown) => showFailure(failure, t)),
        },
      },
      undoFor,
    );
  }

  return (
    <form
      aria-label={t("schedules.task.tell")}
      className="flex flex-col gap-4 rounded-lg bg-sunken p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) void save();
      }}
    >
      <h3 className="font-strong">{t("schedules.task.tell")}</h3>
      {isElsewhere && <Banner tone="bad">{errorText(error, t)}</Banner>}
      <PercentField
        label={t("schedules.task.percent")}
        value={now.percent}
        onChange={(percent) => set({ percent })}
        {...at("percent")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          label={t("schedules.fields.actual_start")}
          value={now.actual_start}
          onChange={(actual_start) => set({ actual_start })}
          {...at("actual_start")}
        />
        <DateField
          label={t("schedules.fields.actual_finish")}
          value={now.actual_finish}
          onChange={(actual_finish) => set({ actual_finish })}
          {...at("actual_finish")}
        />
      </div>
      <Button
        type="submit"
        variant="primary"
        isPending={tell.isPending}
        isDisabled={!isChanged}
        className="self-end max-sm:w-full"
      >
        {t("schedules.task.save")}
      </Button>
    </form>
  );
}
