import type { TreeTask } from "./task-tree.ts";

/** The action of a key: move to another row, expand or collapse, or open the task. */
export type Move =
  | { readonly kind: "go"; readonly at: number }
  | { readonly kind: "toggle"; readonly uid: number }
  | { readonly kind: "open"; readonly uid: number };

interface Place {
  readonly rows: readonly TreeTask[];
  /** The row under the arrow keys. */
  readonly at: number;
  readonly closed: ReadonlySet<number>;
  readonly isRtl: boolean;
  /** Rows of a page. */
  readonly page: number;
}

/** Keyboard of a tree: inwards is to the right, in Arabic to the left. Null for any other key. */
export function moveFor(
  { key, altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">,
  { rows, at, closed, isRtl, page }: Place,
): Move | null {
  const row = rows[at];
  if (row === undefined || altKey || ctrlKey || metaKey) return null;
  const { uid } = row.task;
  const isClosed = closed.has(uid);
  const last = rows.length - 1;
  const go = (to: number): Move => ({ kind: "go", at: Math.min(last, Math.max(0, to)) });
  switch (key) {
    case "ArrowDown":
      return go(at + 1);
    case "ArrowUp":
      return go(at - 1);
    case "PageDown":
      return go(at + page);
    case "PageUp":
      return go(at - page);
    case "Home":
      return go(0);
    case "End":
      return go(last);
    case "Enter":
    case " ":
      return { kind: "open", uid };
    case isRtl ? "ArrowLeft" : "ArrowRight":
      if (!row.hasChildren) return null;
      return isClosed ? { kind: "toggle", uid } : go(at + 1);
    case isRtl ? "ArrowRight" : "ArrowLeft":
      if (row.hasChildren && !isClosed) return { kind: "toggle", uid };
      return parentOf(rows, at, go);
    default:
      return null;
  }
}

function parentOf(rows: readonly TreeTask[], at: number, go: (to: number) => Move): Move | null {
  const depth = rows[at]?.depth ?? 1;
  for (let up = at - 1; up >= 0; up -= 1) if ((rows[up]?.depth ?? depth) < depth) return go(up);
  return null;
}
