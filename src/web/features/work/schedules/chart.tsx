import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Schedule, ScheduleTask } from "#contract/schedules.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import type { ScheduleAddress } from "./address.ts";
import { ChartTools, type Only } from "./chart-tools.tsx";
import { Gantt } from "./gantt/gantt.tsx";
import { latenessOf } from "./gantt/lateness.ts";
import { Legend } from "./gantt/legend.tsx";
import { matchingRows, openRows, treeOf } from "./gantt/task-tree.ts";
import { PrintSheet } from "./print/print-sheet.tsx";
import { Summary } from "./summary.tsx";
import { TaskPanel } from "./task/task-panel.tsx";
import { useChartView } from "./view-memory.ts";

/** The chart with its surroundings: overall progress, filters, and the open task. */
export function Chart({
  schedule,
  place,
  picker,
}: {
  schedule: Schedule;
  place: ScheduleAddress;
  picker: ReactNode;
}) {
  const t = useText();
  const view = useChartView(schedule.id_project);
  const [only, setOnly] = useState<Only>("all");
  const [search, setSearch] = useState("");
  const [todayAsked, setTodayAsked] = useState(0);
  const { tasks, on_date } = schedule;
  const tree = useMemo(() => treeOf(tasks), [tasks]);
  const summaries = useMemo(() => tree.filter((row) => row.hasChildren).map(({ task }) => task.uid), [tree]);
  const closedKey = [...view.closed].join();
  const isNarrowed = only !== "all" || search.trim() !== "";
  const { rows, count } = useMemo(() => {
    if (isNarrowed) return matchingRows(tree, matcher(only, search, on_date));
    const closed = new Set(closedKey === "" ? [] : closedKey.split(",").map(Number));
    return { rows: openRows(tree, closed), count: tree.length };
  }, [tree, isNarrowed, only, search, on_date, closedKey]);
  // A panel beside the chart narrows everything above it: keeps the chart's position.
  const frame = useRef<HTMLDivElement>(null);
  const stoodAt = useRef<number | null>(null);
  const stoodFor = useRef(place.task);
  const open = (uid: number | null) => {
    stoodAt.current = frame.current?.getBoundingClientRect().top ?? null;
    place.open(uid);
  };
  useLayoutEffect(() => {
    const before = stoodAt.current;
    if (before === null || place.task === stoodFor.current) return;
    stoodFor.current = place.task;
    stoodAt.current = null;
    const now = frame.current?.getBoundingClientRect().top;
    if (now !== undefined && now !== before) window.scrollBy({ top: now - before, behavior: "instant" });
  });
  const opened = tree.find(({ task }) => task.uid === place.task) ?? null;
  return (
    <div className={cx(opened !== null && "lg:pe-114 print:pe-0")}>
      <Summary schedule={schedule} tree={tree} picker={picker} onLate={() => setOnly("late")} />
      <ChartTools
        only={only}
        onOnly={setOnly}
        search={search}
        onSearch={setSearch}
        zoom={view.zoom}
        onZoom={view.setZoom}
        onToday={() => {
          if (view.zoom === "fit") view.setZoom(14);
          setTodayAsked(todayAsked + 1);
        }}
        isAllClosed={summaries.length > 0 && summaries.every((uid) => view.closed.has(uid))}
        onAll={(isClosed) => view.setClosed(isClosed ? summaries : [])}
      />
      {isNarrowed && (
        <output className="mb-2 block text-ink-muted print:hidden">
          {t("schedules.tools.found", { count })}
        </output>
      )}
      {rows.length === 0 ? (
        <p className="flex flex-wrap items-center gap-4 rounded-lg bg-surface px-4 py-6 ring-1 ring-line">
          {t("schedules.tools.none")}
          <Button
            onPress={() => {
              setOnly("all");
              setSearch("");
            }}
          >
            {t("schedules.tools.show_all")}
          </Button>
        </p>
      ) : (
        <div ref={frame} className="print:hidden">
          <Gantt
            schedule={schedule}
            rows={rows}
            closed={isNarrowed ? none : view.closed}
            onToggle={(uid) => !isNarrowed && view.toggle(uid)}
            opened={opened?.task.uid ?? null}
            onOpen={open}
            zoom={view.zoom}
            onZoom={view.setZoom}
            todayAsked={todayAsked}
          />
          <Legend tasks={tasks} />
        </div>
      )}
      <PrintSheet schedule={schedule} rows={rows} />
      {opened !== null && (
        <TaskPanel
          key={opened.task.uid}
          schedule={schedule}
          row={opened}
          onOpen={open}
          onClose={() => open(null)}
        />
      )}
    </div>
  );
}

const none: ReadonlySet<number> = new Set();

function matcher(only: Only, search: string, onDate: string): (task: ScheduleTask) => boolean {
  const sought = search.trim().toLocaleLowerCase();
  const isOne: Record<Only, (task: ScheduleTask) => boolean> = {
    all: () => true,
    late: (task) => !task.is_summary && latenessOf(task, onDate) !== null,
    critical: (task) => !task.is_summary && task.is_critical,
    milestones: ({ is_milestone }) => is_milestone,
  };
  return (task) =>
    isOne[only](task) && (sought === "" || `${task.wbs} ${task.name}`.toLocaleLowerCase().includes(sought));
}
