import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { IconButton, iconButtonClass } from "./icon-button.tsx";
import { moved, placeAt } from "./sort-keys.ts";

/** Controls passed to a row: `handle` for its start, `arrows` for its end, and the same moves for a menu of its own. */
export interface SortControls {
  readonly handle: ReactNode;
  readonly arrows: ReactNode;
  /** Absent where the row is at that end of the list already. */
  readonly moveUp?: (() => void) | undefined;
  readonly moveDown?: (() => void) | undefined;
}

export interface SortableListProps<T> {
  /** Accessible name of the list. */
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  nameOf: (item: T) => string;
  onMove: (from: number, to: number) => void;
  children: (item: T, controls: SortControls) => ReactNode;
  isDisabled?: boolean;
  className?: string;
}

interface Drag {
  readonly from: number;
  readonly to: number;
}

/**
 * A list that the user sorts: by dragging the handle with mouse or finger, by the arrow keys on it, by the two buttons.
 * During a drag only the visual order changes (flex `order`), so the dragged row stays the same element and keeps the
 * pointer capture.
 */
export function SortableList<T>({
  label,
  items,
  keyOf,
  nameOf,
  onMove,
  children,
  isDisabled = false,
  className,
}: SortableListProps<T>) {
  const t = useText();
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [spoken, setSpoken] = useState("");
  const refocus = useRef<{ key: string; control: string } | null>(null);
  const order = items.map((_, index) => index);
  const shown = drag === null ? order : moved(order, drag.from, drag.to);

  useEffect(() => {
    if (refocus.current === null) return;
    const { key, control } = refocus.current;
    refocus.current = null;
    const row = [...(list.current?.children ?? [])].find((child) => child.getAttribute("data-key") === key);
    const wanted = row?.querySelector<HTMLElement>(`[data-control="${control}"]`);
    // At an end of the list the pressed arrow is disabled; the handle receives the focus then.
    (wanted?.hasAttribute("disabled") === true
      ? row?.querySelector<HTMLElement>('[data-control="handle"]')
      : wanted
    )?.focus();
  });

  function move(from: number, to: number, control: string): void {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || to === from) return;
    refocus.current = { key: keyOf(item), control };
    onMove(from, to);
    setSpoken(t("common.moved", { name: nameOf(item), place: to + 1, count: items.length }));
  }

  function grab(event: PointerEvent, from: number): void {
    if (isDisabled || event.button !== 0 || list.current === null) return;
    const rows = [...list.current.children] as HTMLElement[];
    let to = from;
    setDrag({ from, to });
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      // Rows in visual order: their sorted positions on screen are the positions of the list.
      const places = rows.map((row) => row.getBoundingClientRect()).sort((a, b) => a.top - b.top);
      const next = placeAt(clientY, places);
      if (next === to) return;
      to = next;
      setDrag({ from, to });
      rows[from]?.scrollIntoView({ block: "nearest" });
    };
    const drop = ({ type }: Event) => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      setDrag(null);
      if (type === "pointerup") move(from, to, "handle");
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  return (
    <>
      <ol ref={list} aria-label={label} className={cx("flex flex-col", className)}>
        {items.map((item, index) => (
          <li
            key={keyOf(item)}
            data-key={keyOf(item)}
            style={{ order: shown.indexOf(index) }}
            className={cx(
              "min-w-0 rounded-lg",
              drag?.from === index && "relative z-10 bg-raised shadow-float select-none",
            )}
          >
            <SortRow
              name={nameOf(item)}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              isDisabled={isDisabled}
              onGrab={(event) => grab(event, index)}
              onStep={(step, control) => move(index, index + step, control)}
            >
              {(controls) => children(item, controls)}
            </SortRow>
          </li>
        ))}
      </ol>
      <output className="sr-only">{spoken}</output>
    </>
  );
}

interface SortRowProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  isDisabled: boolean;
  onGrab: (event: PointerEvent) => void;
  /** One position up (-1) or down (1), and which of the row's controls was used. */
  onStep: (step: -1 | 1, control: string) => void;
  children: (controls: SortControls) => ReactNode;
}

function SortRow({ name, isFirst, isLast, isDisabled, onGrab, onStep, children }: SortRowProps): ReactNode {
  const t = useText();

  function byKey(event: KeyboardEvent): void {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    event.stopPropagation();
    onStep(event.key === "ArrowUp" ? -1 : 1, "handle");
  }

  return children({
    moveUp: isDisabled || isFirst ? undefined : () => onStep(-1, "handle"),
    moveDown: isDisabled || isLast ? undefined : () => onStep(1, "handle"),
    handle: (
      <button
        type="button"
        data-control="handle"
        aria-label={t("common.move", { name })}
        disabled={isDisabled}
        onPointerDown={onGrab}
        onKeyDown={byKey}
        className={cx(
          iconButtonClass,
          "h-10 w-7 cursor-grab touch-none hover:text-ink active:cursor-grabbing touch:h-11 touch:w-9",
        )}
      >
        <Icon of={GripVertical} />
      </button>
    ),
    arrows: (
      <>
        <IconButton
          data-control="up"
          icon={ArrowUp}
          size="sm"
          label={t("common.move_up", { name })}
          isDisabled={isDisabled || isFirst}
          onPress={() => onStep(-1, "up")}
          hasTooltip={false}
        />
        <IconButton
          data-control="down"
          icon={ArrowDown}
          size="sm"
          label={t("common.move_down", { name })}
          isDisabled={isDisabled || isLast}
          onPress={() => onStep(1, "down")}
          hasTooltip={false}
        />
      </>
    ),
  });
}
