import { useState } from "react";

export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** Ticks or unticks one; with `isRange` also everything between it and the previous one. */
  toggle: (id: number, isChosen: boolean, isRange: boolean) => void;
  chooseAll: (isChosen: boolean) => void;
  clear: () => void;
}

/** The selected rows of a list. Rows that have left the list are no longer selected. */
export function useSelection(shown: readonly number[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [anchor, setAnchor] = useState<number | null>(null);
  return {
    ids: new Set(shown.filter((id) => chosen.has(id))),
    toggle(id, isChosen, isRange) {
      const meant = isRange && anchor !== null ? between(shown, anchor, id) : [id];
      const next = new Set(chosen);
      for (const one of meant) {
        if (isChosen) next.add(one);
        else next.delete(one);
      }
      setChosen(next);
      setAnchor(id);
    },
    chooseAll: (isChosen) => setChosen(new Set(isChosen ? shown : [])),
    clear() {
      setChosen(new Set());
      setAnchor(null);
    },
  };
}

function between(shown: readonly number[], one: number, other: number): readonly number[] {
  const ends = [shown.indexOf(one), shown.indexOf(other)];
  // The previous one has left the list.
  if (ends.includes(-1)) return [other];
  return shown.slice(Math.min(...ends), Math.max(...ends) + 1);
}
