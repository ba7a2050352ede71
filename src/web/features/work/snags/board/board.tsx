import { type RefObject, useEffect, useRef, useState } from "react";
import { type SnagStatus, snagStatuses } from "#contract/choices.ts";
import type { Snag } from "#contract/snags.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { mayMove } from "../allowed.ts";
import type { SnagListState } from "../list-state.ts";
import { StatusMark } from "../marks.tsx";
import { useChangeSnags } from "../snags.changes.ts";
import { useColumns } from "../snags.queries.ts";
import { BoardCard, CardBody } from "./board-card.tsx";
import { useCardDrag } from "./use-card-drag.ts";

/** Number of cards in a column, at first and at most: for more there is the list. */
const first = 25;
const most = 100;

interface BoardProps {
  state: SnagListState;
  change: (change: Partial<SnagListState>) => void;
}

/** A column for each status. Cards are moved by pointer, by keys or by their menu. */
export function Board({ state, change }: BoardProps) {
  const t = useText();
  const [counts, setCounts] = useState<Partial<Record<SnagStatus, number>>>({});
  const shown = snagStatuses.filter((status) => state.status.length === 0 || state.status.includes(status));
  const { view: _, id_sheet: __, page: ___, ...by } = state;
  const columns = useColumns(
    by,
    shown.map((status) => ({ status, count: counts[status] ?? first })),
  );
  const changeSnags = useChangeSnags();
  const [board, keepFocus] = useFocusAfterMove();

  function move(snag: Snag, to: SnagStatus): void {
    if (!mayMove(snag, to)) return;
    void changeSnags([snag], { status: to });
  }
  const drag = useCardDrag(move);

  function step(snag: Snag, by: 1 | -1): void {
    const at = shown.indexOf(snag.status);
    for (let to = at + by; to >= 0 && to < shown.length; to += by) {
      const status = shown[to];
      if (status === undefined || !mayMove(snag, status)) continue;
      keepFocus(snag.id);
      return move(snag, status);
    }
  }

  return (
    <>
      <p className="sr-only" id="board-help">
        {t("snags.board.help")}
      </p>
      <section
        ref={board}
        aria-label={t("snags.board.label")}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without a card nothing else lets keys scroll it
        tabIndex={columns.every(({ data }) => data === undefined || data.items.length === 0) ? 0 : undefined}
        className={cx(
          "-mx-4 flex snap-x snap-mandatory scroll-px-4 items-start gap-3 overflow-x-auto px-4 pb-3 md:-mx-6 md:scroll-px-6 md:px-6 lg:-mx-8 lg:scroll-px-8 lg:px-8 xl:snap-none print:mx-0 print:grid print:grid-cols-2 print:overflow-visible print:px-0",
          drag.dragged !== null && "cursor-grabbing select-none snap-none",
        )}
      >
        {shown.map((status, at) => {
          const column = columns[at];
          return (
            <Column
              key={status}
              status={status}
              snags={column?.data?.items ?? []}
              total={column?.data?.total}
              isMore={column?.data?.is_more === true}
              isPending={column?.isPending ?? true}
              isTarget={drag.over === status && drag.dragged !== null && mayMove(drag.dragged.snag, status)}
              isDragging={drag.dragged !== null}
              drag={drag}
              onMove={move}
              onStep={step}
              onMore={
                (counts[status] ?? first) < most
                  ? () => setCounts((before) => ({ ...before, [status]: (before[status] ?? first) * 2 }))
                  : null
              }
              onList={() => change({ view: "list", status: [status] })}
            />
          );
        })}
      </section>
      {drag.dragged !== null && (
        <div
          aria-hidden
          className="pointer-events-none fixed z-50 rotate-1 rounded-lg bg-raised shadow-float"
          style={{ width: drag.dragged.width, left: drag.dragged.x, top: drag.dragged.y }}
        >
          <CardBody snag={drag.dragged.snag} />
        </div>
      )}
    </>
  );
}

interface ColumnProps {
  status: SnagStatus;
  snags: readonly Snag[];
  total: number | undefined;
  /** There are more than `total`. */
  isMore: boolean;
  isPending: boolean;
  isTarget: boolean;
  isDragging: boolean;
  drag: ReturnType<typeof useCardDrag>;
  onMove: (snag: Snag, to: SnagStatus) => void;
  onStep: (snag: Snag, by: 1 | -1) => void;
  /** Null when a column shows its maximum. */
  onMore: (() => void) | null;
  onList: () => void;
}

function Column({
  status,
  snags,
  total,
  isMore,
  isPending,
  isTarget,
  isDragging,
  drag,
  onMove,
  onStep,
  onMore,
  onList,
}: ColumnProps) {
  const t = useText();
  const format = useFormat();
  const name = t(`snags.statuses.${status}`);
  return (
    <section
      data-status={status}
      aria-label={
        isMore
          ? t("snags.board.column_more", { status: name, number: format.number(total ?? 0) })
          : t("snags.board.column", { status: name, count: total ?? 0 })
      }
      className={cx(
        "flex min-h-60 w-[82vw] max-w-80 shrink-0 snap-start flex-col rounded-lg bg-sunken p-2 transition-colors md:w-64 xl:w-auto xl:min-w-52 xl:flex-1 print:min-h-0 print:w-auto print:max-w-none print:min-w-0",
        isTarget && "bg-accent-soft ring-2 ring-accent ring-inset",
      )}
    >
      <header className="flex h-9 items-center gap-2 px-1.5">
        <StatusMark status={status} />
        <h2 className="truncate text-sm font-strong">{name}</h2>
        <span className="text-sm whitespace-nowrap text-ink-muted tabular-nums">
          {total === undefined
            ? ""
            : isMore
              ? t("snags.board.more_than", { number: format.number(total) })
              : format.number(total)}
        </span>
      </header>
      <ul className="flex flex-col gap-2">
        {snags.map((snag) => (
          <BoardCard key={snag.id} snag={snag} drag={drag} onMove={onMove} onStep={onStep} />
        ))}
      </ul>
      {snags.length === 0 && !isPending && (
        <p className="flex flex-1 items-center justify-center p-4 text-sm text-ink-muted">
          {t(isDragging && isTarget ? "snags.board.drop" : "snags.board.empty")}
        </p>
      )}
      {total !== undefined && total > snags.length && (
        <button
          type="button"
          onClick={onMore ?? onList}
          className="mt-2 min-h-9 cursor-default rounded-md text-sm text-accent-text hover:bg-hover touch:min-h-11 print:hidden"
        >
          {t(onMore === null ? "snags.board.rest" : "snags.board.more")}
        </button>
      )}
    </section>
  );
}

/** A card moved by a key is remounted in another column: restores its focus. */
function useFocusAfterMove(): [RefObject<HTMLElement | null>, (id: number) => void] {
  const board = useRef<HTMLElement>(null);
  const moved = useRef<number | null>(null);
  useEffect(() => {
    const card = board.current?.querySelector<HTMLElement>(`[data-card="${moved.current ?? ""}"] a`);
    if (card === null || card === undefined) return;
    moved.current = null;
    card.focus();
  });
  return [
    board,
    (id) => {
      moved.current = id;
    },
  ];
}
