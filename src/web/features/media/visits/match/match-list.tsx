import { CircleCheck } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useText } from "#web/lib/use-text.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Decision } from "./match.queries.ts";
import type { Pair } from "./match-facts.ts";
import { type Dates, MatchRow } from "./match-row.tsx";

export interface MatchListProps {
  pairs: readonly Pair[];
  dates: Dates;
  mayEdit: boolean;
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
  onChoose: (pair: Pair) => void;
}

/**
 * The pairs to review. By keyboard: arrows from pair to pair, Y for the same spot, N for another one, C to choose; when
 * a pair leaves the list, the next one takes its position and focus.
 */
export function MatchList({ pairs, mayEdit, isBusy, onDecide, onChoose, dates }: MatchListProps) {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);
  /** The pair that was decided by keyboard, and its former position. */
  const decided = useRef<{ readonly id: number; readonly at: number } | null>(null);
  useEffect(() => {
    if (decided.current === null) return;
    const { id, at } = decided.current;
    decided.current = null;
    const all = [...(list.current?.querySelectorAll<HTMLElement>("[data-pair]") ?? [])];
    const next = pairs.some(({ room }) => room.id === id) ? at + 1 : at;
    all[Math.min(next, all.length - 1)]?.focus();
  }, [pairs]);
  if (pairs.length === 0)
    return (
      <EmptyState
        icon={CircleCheck}
        title={t("visits.match.done_title")}
        text={t("visits.match.done_text")}
      />
    );

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-pair]") ?? [])];
  const focusAt = (at: number) => {
    const all = rows();
    all[Math.max(0, Math.min(at, all.length - 1))]?.focus();
  };

  function press(event: KeyboardEvent<HTMLUListElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows().findIndex((row) => row.contains(event.target as Node));
    const pair = pairs[at];
    if (pair === undefined) return;
    const { room, other, match } = pair;
    const decide = (decision: Decision) => {
      if (!mayEdit || isBusy) return;
      decided.current = { id: room.id, at };
      onDecide(decision);
    };
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focusAt(at + 1),
      ArrowUp: () => focusAt(at - 1),
      y: () =>
        other !== null && match.state === "proposed"
          ? decide({ id_room: room.id, decision: "same", id_target_room: other.id })
          : undefined,
      n: () =>
        match.state === "different" ? undefined : decide({ id_room: room.id, decision: "different" }),
      c: () => (mayEdit ? onChoose(pair) : undefined),
    };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  return (
    <>
      {mayEdit && <p className="mb-3 hidden text-sm text-ink-muted md:block">{t("visits.match.keys")}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: keys of the rows, whose buttons do the same */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- likewise */}
      <ul ref={list} className="flex flex-col gap-5" onKeyDown={press}>
        {pairs.map((pair, at) => (
          <MatchRow
            key={pair.room.id}
            pair={pair}
            dates={dates}
            isFirst={at < 2}
            mayEdit={mayEdit}
            isBusy={isBusy}
            onDecide={onDecide}
            onChoose={() => onChoose(pair)}
          />
        ))}
      </ul>
    </>
  );
}
