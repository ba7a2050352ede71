import type { ReactNode } from "react";
import type { ScheduleTask } from "#contract/schedules.ts";
import { useText } from "#web/lib/use-text.ts";

/** Legend of the chart's symbols, as far as it has them. */
export function Legend({ tasks }: { tasks: readonly ScheduleTask[] }) {
  const t = useText();
  const has = (is: (task: ScheduleTask) => boolean) => tasks.some(is);
  const box = "relative inline-block h-3.5 w-7 shrink-0";
  const entries: [string, ReactNode][] = [
    [
      t("schedules.legend.task"),
      <span key="task" className="gantt-bar inset-x-0 top-0.5 h-2.5">
        <span className="w-3/5" />
      </span>,
    ],
  ];
  if (has(({ is_critical }) => is_critical))
    entries.push([
      t("schedules.legend.critical"),
      <span key="critical" data-critical="" className="gantt-bar inset-x-0 top-0.5 h-2.5">
        <span className="w-3/5" />
      </span>,
    ]);
  if (has(({ baseline_start }) => baseline_start !== null))
    entries.push([
      t("schedules.legend.baseline"),
      <span key="baseline" className="gantt-baseline inset-x-0 top-1.5" />,
    ]);
  if (has(({ is_milestone }) => is_milestone))
    entries.push([
      t("schedules.legend.milestone"),
      <span key="milestone" className="gantt-milestone start-1/2 top-px scale-75" />,
    ]);
  if (has(({ deadline }) => deadline !== null))
    entries.push([
      t("schedules.legend.deadline"),
      <span key="deadline" className="gantt-deadline start-1/2 h-3.5" />,
    ]);
  if (has(({ is_kept }) => is_kept))
    entries.push([
      t("schedules.legend.kept"),
      <span key="kept" data-kept="" className="gantt-bar inset-x-0 top-0.5 h-2.5" />,
    ]);
  entries.push([
    t("schedules.legend.today"),
    <span key="today" className="absolute inset-y-0 start-1/2 border-s-2 border-accent" />,
  ]);
  return (
    <ul
      aria-label={t("schedules.legend.title")}
      className="mt-3 flex flex-wrap gap-x-5 gap-y-2 text-xs text-ink-muted"
    >
      {entries.map(([name, mark]) => (
        <li key={name} className="flex items-center gap-2">
          <span aria-hidden className={box}>
            {mark}
          </span>
          {name}
        </li>
      ))}
    </ul>
  );
}
