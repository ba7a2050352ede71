import { useState } from "react";

export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** Ticks or unticks one; with `isRange` everything between it and the one before as well. */
  toggle: (id: number, isChosen: boolean, isRange: boolean) => void;
  chooseAll: (isChosen: boolean) => void;
  clear: () => void;
}

/** Which rows of a list are chosen. What has left the list is not chosen any more. */
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
  // The one before has left the list.
  if (ends.includes(-1)) return [other];
  return shown.slice(Math.min(...ends), Math.max(...ends) + 1);
}
