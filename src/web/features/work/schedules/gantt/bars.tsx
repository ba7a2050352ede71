import { TriangleAlert } from "lucide-react";
import { Icon } from "#web/ui/icon.tsx";
import type { Lateness } from "./lateness.ts";
import type { Layout } from "./layout.ts";
import type { TreeTask } from "./task-tree.ts";
import { pointOf, spanOf } from "./wall-time.ts";
import type { ChartWords } from "./words.ts";

interface BarsProps {
  row: TreeTask;
  lateness: Lateness | null;
  layout: Layout;
  words: ChartWords;
}

/** Estimated pixels of a short text with its icon, rounded up. */
const roomFor = (text: string) => 36 + text.length * 6.5;

/** The drawing of a task on the timeline. The row says the same as text. */
export function Bars({ row: { task, hasChildren }, lateness, layout, words }: BarsProps) {
  const { scale, barTop, barHeight } = layout;
  const { percent, is_milestone, is_critical, is_kept } = task;
  const isMilestone = is_milestone && !hasChildren;
  const span = spanOf(task.start, task.finish);
  const baseline = isMilestone ? null : spanOf(task.baseline_start, task.baseline_finish);
  const point = isMilestone ? pointOf(task.finish ?? task.start) : null;
  const deadline = pointOf(task.deadline);
  const marks = {
    ...(is_critical && !is_kept && { "data-critical": "" }),
    ...(is_kept && { "data-kept": "" }),
  };
  const end = isMilestone ? (point === null ? null : scale.x(point) + 8) : span && scale.x(span.to);
  const late = lateness === null || hasChildren ? "" : words.late(lateness);
  const begin = isMilestone ? (end ?? 0) - 16 : span ? scale.x(span.from) : 0;
  const room = roomFor(late);
  // At the end of the timeline there is no room after the bar.
  const isBefore = end !== null && end + room > scale.width && begin >= room;
  const place = (from: number, to: number) => ({
    insetInlineStart: scale.x(from),
    inlineSize: Math.max(2, scale.x(to) - scale.x(from)),
  });
  return (
    <>
      {baseline && (
        <span
          className="gantt-baseline"
          style={{ ...place(baseline.from, baseline.to), insetBlockStart: barTop + barHeight + 4 }}
        />
      )}
      {isMilestone
        ? point !== null && (
            <span
              className="gantt-milestone"
              {...marks}
              {...(percent >= 100 && { "data-done": "" })}
              style={{ insetInlineStart: scale.x(point), insetBlockStart: barTop + 0.5 }}
            />
          )
        : span && (
            <span
              className={hasChildren ? "gantt-summary" : "gantt-bar"}
              {...marks}
              style={{
                ...place(span.from, span.to),
                insetBlockStart: hasChildren ? barTop + 2 : barTop,
                blockSize: hasChildren ? 9 : barHeight,
              }}
            >
              <span style={{ inlineSize: `${percent}%` }} />
            </span>
          )}
      {deadline !== null && (
        <span
          className="gantt-deadline"
          style={{
            insetInlineStart: scale.x(deadline) - 1,
            insetBlockStart: barTop - 4,
            blockSize: barHeight + 8,
          }}
        />
      )}
      {late !== "" && end !== null && (
        <span
          aria-hidden
          className="absolute z-2 flex items-center gap-1 rounded-sm bg-surface/85 px-1 text-xs leading-none whitespace-nowrap text-warn-text"
          style={{
            ...(isBefore ? { insetInlineEnd: scale.width - begin + 6 } : { insetInlineStart: end + 6 }),
            insetBlockStart: barTop,
            blockSize: barHeight,
          }}
        >
          <Icon of={TriangleAlert} size="sm" className="size-3" />
          {late}
        </span>
      )}
    </>
  );
}
