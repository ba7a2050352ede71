import type { ReactNode } from "react";
import type { ScheduleTask } from "#contract/schedules.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { daysBetween } from "../gantt/wall-time.ts";
import { useChartWords } from "../gantt/words.ts";
import { durationText } from "../import/field-words.ts";

/** Facts of a task from the file; missing ones are omitted. */
export function TaskFacts({ task }: { task: ScheduleTask }) {
  const t = useText();
  const format = useFormat();
  const { day } = useChartWords();
  const span = (from: string | null, to: string | null) =>
    from === null || to === null
      ? day(from ?? to)
      : t("schedules.chart.from_to", { from: day(from), to: day(to) });
  const { baseline_finish, finish, duration, resources, notes } = task;
  const slip = baseline_finish === null || finish === null ? 0 : daysBetween(baseline_finish, finish);
  const facts: [string, ReactNode][] = [
    [t("schedules.task.planned"), span(task.start, finish)],
    [
      t("schedules.task.baseline"),
      task.baseline_start !== null && (
        <>
          {span(task.baseline_start, baseline_finish)}
          {slip !== 0 && (
            <span className={slip > 0 ? "block text-warn-text" : "block text-ok-text"}>
              {t(slip > 0 ? "schedules.task.later" : "schedules.task.sooner", { count: Math.abs(slip) })}
            </span>
          )}
        </>
      ),
    ],
    [t("schedules.fields.actual_start"), day(task.actual_start)],
    [t("schedules.fields.actual_finish"), day(task.actual_finish)],
    [t("schedules.fields.duration"), duration !== null && durationText(duration, t, format)],
    [t("schedules.fields.deadline"), day(task.deadline)],
    [
      t("schedules.fields.resources"),
      resources.length > 0 && <bdi key="resources">{format.list(resources)}</bdi>,
    ],
    [
      t("schedules.fields.notes"),
      notes !== "" && (
        <span key="notes" className="own-direction block break-words whitespace-pre-line">
          {notes}
        </span>
      ),
    ],
  ];
  return (
    <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 gap-y-2.5">
      {facts
        .filter(([, value]) => value !== "" && value !== false)
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
