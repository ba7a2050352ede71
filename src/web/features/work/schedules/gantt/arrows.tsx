import type { Layout } from "./layout.ts";
import { arrowOf, type Ends } from "./links.ts";
import type { TreeTask } from "./task-tree.ts";
import type { Window } from "./use-window.ts";
import { pointOf, spanOf } from "./wall-time.ts";

interface ArrowsProps {
  rows: readonly TreeTask[];
  /** Row index of each task, by its number in the file. */
  places: ReadonlyMap<number, number>;
  layout: Layout;
  window: Window;
  /** The range of rendered rows. */
  first: number;
  last: number;
  opened: number | null;
}

/** Maximum number at once; more would be illegible. */
const most = 600;

/** Dependencies between tasks, where both ends are on the chart. Renders only those near the visible part. */
export function Arrows({ rows, places, layout, window, first, last, opened }: ArrowsProps) {
  const { scale, rowHeight, tableWidth, barTop, barHeight, isRtl, isPhone } = layout;
  const top = Math.max(0, window.top);
  const [width, height] = [window.to - window.from, window.bottom - top];
  const middle = barTop + barHeight / 2;
  const drawn: { key: string; path: string; tip: string; look: string }[] = [];
  for (const [at, { task }] of rows.entries()) {
    if (drawn.length >= most) break;
    for (const { uid, kind } of task.predecessors) {
      const before = places.get(uid);
      if (before === undefined) continue;
      if (Math.max(at, before) < first || Math.min(at, before) > last) continue;
      const [from, to] = [endsOf(rows[before], scale.x), endsOf(rows[at], scale.x)];
      if (from === null || to === null) continue;
      const [left, right] = [Math.min(from.start, to.start), Math.max(from.end, to.end)];
      if (right < window.from - 20 || left > window.to + 20) continue;
      const y = (row: number) => row * rowHeight + middle;
      const { path, tip } = arrowOf(kind, { ...from, y: y(before) }, { ...to, y: y(at) }, rowHeight / 2);
      const isOpen = opened !== null && (opened === uid || opened === task.uid);
      // On phones a name is above each bar: only the arrows of the open task may cross it.
      if (isPhone && !isOpen) continue;
      const isCritical = task.is_critical && rows[before]?.task.is_critical === true;
      drawn.push({
        key: `${uid}-${task.uid}-${kind}`,
        path,
        tip: `M${tip.x} ${tip.y}l${-5 * tip.towards} -3.5v7z`,
        look: isOpen ? "is-open" : isCritical ? "is-critical" : "",
      });
    }
  }
  if (drawn.length === 0) return null;
  return (
    <svg
      aria-hidden="true"
      className="gantt-arrows"
      width={width}
      height={height}
      viewBox={`${window.from} ${top} ${width} ${height}`}
      style={{
        insetInlineStart: tableWidth + window.from,
        insetBlockStart: top,
        ...(isRtl && { scale: "-1 1" }),
      }}
    >
      {drawn.map(({ key, path, tip, look }) => (
        <g key={key}>
          <path d={path} className={look} />
          <path d={tip} className={look} />
        </g>
      ))}
    </svg>
  );
}

function endsOf(row: TreeTask | undefined, x: (time: number) => number): Ends | null {
  if (row === undefined) return null;
  const { task, hasChildren } = row;
  if (task.is_milestone && !hasChildren) {
    const point = pointOf(task.finish ?? task.start);
    return point === null ? null : { start: x(point) - 7, end: x(point) + 7 };
  }
  const span = spanOf(task.start, task.finish);
  return span && { start: x(span.from), end: x(span.to) };
}
