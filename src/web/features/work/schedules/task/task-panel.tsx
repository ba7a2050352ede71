import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Schedule } from "#contract/schedules.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { cx } from "#web/ui/classes.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { textTone } from "#web/ui/tone.ts";
import { againstPlan } from "../against-plan.ts";
import { latenessOf } from "../gantt/lateness.ts";
import type { TreeTask } from "../gantt/task-tree.ts";
import { useChartWords } from "../gantt/words.ts";
import { ProgressTrack } from "../progress-track.tsx";
import { KeptTask } from "./kept-task.tsx";
import { TaskFacts } from "./task-facts.tsx";
import { TaskLinks } from "./task-links.tsx";
import { TaskProgressForm } from "./task-progress-form.tsx";

interface TaskPanelProps {
  schedule: Schedule;
  row: TreeTask;
  onOpen: (uid: number) => void;
  onClose: () => void;
}

/** One task: its progress, editable with the permission, and all facts of the schedule. */
export function TaskPanel({ schedule, row: { task, hasChildren }, onOpen, onClose }: TaskPanelProps) {
  const t = useText();
  const format = useFormat();
  const words = useChartWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const lateness = latenessOf(task, schedule.on_date);
  const { text, tone } = againstPlan(task.percent, task.planned_percent, t, format);
  const close = () => {
    onClose();
    // Returns the focus to the chart.
    document.querySelector<HTMLElement>('[role="treegrid"]')?.focus({ preventScroll: true });
  };
  const isTellable = schedule.can.edit && !hasChildren && !task.is_summary && !task.is_kept;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes from anywhere within
    <aside
      aria-labelledby="schedule-task"
      onKeyDown={({ key, defaultPrevented }) => key === "Escape" && !defaultPrevented && close()}
      className="fixed end-0 top-14 bottom-0 z-30 flex w-112 max-w-full anim-rise-in flex-col overflow-y-auto border-s border-line bg-surface shadow-float group-has-data-offline/frame:pb-18 max-md:inset-x-0 max-md:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-md:w-auto max-md:border-0 print:hidden"
    >
      <header className="sticky top-0 z-10 flex items-start gap-3 border-b border-line bg-surface py-3 ps-5 pe-3">
        <div className="min-w-0 flex-1 py-1">
          {task.wbs !== "" && (
            <p dir="ltr" className="text-xs text-ink-muted tabular-nums rtl:text-right">
              {task.wbs}
            </p>
          )}
          <h2
            id="schedule-task"
            ref={heading}
            tabIndex={-1}
            className="own-direction text-base font-strong outline-none"
          >
            {task.name === "" ? t("schedules.chart.nameless") : task.name}
          </h2>
          <p className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
            {lateness !== null && <Chip tone="warn">{words.late(lateness)}</Chip>}
            {task.is_critical && <Chip tone="bad">{t("schedules.chart.critical")}</Chip>}
            {task.is_milestone && <Chip>{t("schedules.chart.milestone")}</Chip>}
            {(hasChildren || task.is_summary) && <Chip>{t("schedules.task.summary")}</Chip>}
          </p>
        </div>
        <IconButton icon={X} label={t("common.close")} onPress={close} />
      </header>
      <div className="flex flex-col gap-7 px-5 py-5">
        {task.is_kept && <KeptTask schedule={schedule} task={task} onRemoved={close} />}
        <section aria-label={t("schedules.task.progress")}>
          <p className="flex items-baseline justify-between gap-3">
            <span className="text-xl font-strong tabular-nums">{format.percent(task.percent / 100)}</span>
            <span className={cx("font-strong", textTone[tone])}>{text}</span>
          </p>
          <ProgressTrack percent={task.percent} planned={task.planned_percent} className="mt-2" />
          <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-xs text-ink-muted">
            {t("schedules.summary.planned", { percent: format.percent(task.planned_percent / 100) })}
            <Link href={`/progress/${schedule.id_project}`}>{t("schedules.summary.to_progress")}</Link>
          </p>
          {task.is_told_here && task.told_at !== null && (
            <p className="mt-2 text-xs text-ink-muted">
              {t("schedules.task.told_by", {
                name: `\u2068${task.told_by}\u2069`,
                date: format.date(task.told_at, "moment"),
              })}
            </p>
          )}
          {hasChildren && <p className="mt-2 text-xs text-ink-muted">{t("schedules.task.follows")}</p>}
        </section>
        {isTellable && (
          <TaskProgressForm
            project={schedule.id_project}
            task={task}
            onSaved={() => heading.current?.focus({ preventScroll: true })}
          />
        )}
        <TaskFacts task={task} />
        <TaskLinks tasks={schedule.tasks} task={task} onOpen={onOpen} />
      </div>
    </aside>
  );
}
