import { useEffect, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import type { Schedule } from "#contract/schedules.ts";
import { dayOf } from "#web/lib/day.ts";
import { latenessOf } from "../gantt/lateness.ts";
import type { TreeTask } from "../gantt/task-tree.ts";
import { extentOf, ticksOf, timeScale, unitsFor, weekStartOf } from "../gantt/time-scale.ts";
import { dayLength, pointOf, spanOf, wallTime } from "../gantt/wall-time.ts";
import { type ChartWords, useChartWords } from "../gantt/words.ts";
import "../gantt/gantt.css";
import "./print-sheet.css";

interface PrintSheetProps {
  schedule: Schedule;
  rows: readonly TreeTask[];
}

/** Maximum number of printed rows: about thirty sheets. */
const most = 1000;
/** Width of the bars on a sheet, only used to select the units of time. */
const sheetWidth = 560;

/**
 * The chart on paper: a table whose header repeats on every sheet, with all of time across its width. Rendered only
 * while printing.
 */
export function PrintSheet({ schedule, rows }: PrintSheetProps) {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting && createPortal(<Sheet schedule={schedule} rows={rows} />, document.body);
}

function Sheet({ schedule, rows }: PrintSheetProps) {
  const words = useChartWords();
  const { t, day, percent, format } = words;
  const { from, to } = extentOf(schedule);
  const scale = timeScale(from, to, sheetWidth / ((to - from) / dayLength));
  const [coarse, fine] = unitsFor(scale.pxPerDay);
  const share = (x: number) => `${((x / scale.width) * 100).toFixed(3)}%`;
  const weekStart = weekStartOf(schedule.working_days);
  const today = wallTime(schedule.on_date) + dayLength / 2;
  return (
    <div className="schedule-print">
      <header>
        <strong>{schedule.name === "" ? schedule.file_name : schedule.name}</strong>
        <span>
          {t("schedules.summary.done", { date: format.date(dayOf(schedule.on_date)) })}:{" "}
          {percent(schedule.percent)} ·{" "}
          {t("schedules.summary.planned", { percent: percent(schedule.planned_percent) })}
        </span>
      </header>
      <table>
        <thead>
          <tr>
            <th>{t("schedules.chart.wbs")}</th>
            <th>{t("schedules.chart.task")}</th>
            <th>{t("schedules.chart.start")}</th>
            <th>{t("schedules.chart.finish")}</th>
            <th>{t("schedules.chart.percent")}</th>
            <th>
              <div className="schedule-print-axis">
                {[...new Set([coarse, fine])].map((unit, line) =>
                  ticksOf(scale, unit, 0, scale.width, weekStart).map(({ time, x, width }) => (
                    <span
                      key={`${unit}${time}`}
                      style={{
                        insetInlineStart: share(x),
                        inlineSize: share(width),
                        insetBlockStart: `${line * 50}%`,
                      }}
                    >
                      {width > 22 && words.tick(unit, time, line === 0)}
                    </span>
                  )),
                )}
              </div>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map((row) => (
            <tr key={row.task.uid} {...(row.hasChildren && { className: "is-summary" })}>
              <td dir="ltr">{row.task.wbs}</td>
              <td style={{ paddingInlineStart: `${row.depth * 2.2 - 0.7}mm` }}>{row.task.name}</td>
              <td>{day(row.task.start)}</td>
              <td>{day(row.task.finish)}</td>
              <td>{percent(row.task.percent)}</td>
              <td>
                <PrintedBar
                  row={row}
                  share={(time) => share(scale.x(time))}
                  words={words}
                  onDate={schedule.on_date}
                />
                <i style={{ insetInlineStart: share(scale.x(today)) }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > most && <p>{t("schedules.print_rest", { n: format.number(rows.length - most) })}</p>}
    </div>
  );
}

interface PrintedBarProps {
  row: TreeTask;
  share: (time: number) => string;
  words: ChartWords;
  onDate: string;
}

function PrintedBar({ row: { task, hasChildren }, share, words, onDate }: PrintedBarProps) {
  const lateness = hasChildren ? null : latenessOf(task, onDate);
  const marks = task.is_critical ? { "data-critical": "" } : {};
  if (task.is_milestone && !hasChildren) {
    const point = pointOf(task.finish ?? task.start);
    return (
      point !== null && (
        <span className="gantt-milestone" {...marks} style={{ insetInlineStart: share(point) }} />
      )
    );
  }
  const span = spanOf(task.start, task.finish);
  const baseline = spanOf(task.baseline_start, task.baseline_finish);
  const place = (side: { from: number; to: number }) => ({
    insetInlineStart: share(side.from),
    inlineSize: `calc(${share(side.to)} - ${share(side.from)})`,
  });
  return (
    <>
      {baseline && <span className="gantt-baseline" style={place(baseline)} />}
      {span && (
        <span className={hasChildren ? "gantt-summary" : "gantt-bar"} {...marks} style={place(span)}>
          <span style={{ inlineSize: `${task.percent}%` }} />
        </span>
      )}
      {lateness !== null && span && (
        <small style={{ insetInlineStart: `calc(${share(span.to)} + 1mm)` }}>▲ {words.late(lateness)}</small>
      )}
    </>
  );
}
