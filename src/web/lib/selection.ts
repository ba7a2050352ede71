import { useEffect, useState } from "react";

export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** Selects or deselects one record; with `isRange` also everything between it and the previous one. */
  toggle: (id: number, isChosen: boolean, isRange: boolean) => void;
  replace: (ids: Iterable<number>) => void;
  clear: () => void;
}

/** The selected records on screen. Records that have left the screen are deselected. Escape clears the selection. */
export function useSelection(shown: readonly number[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [anchor, setAnchor] = useState<number | null>(null);
  const ids = new Set(shown.filter((id) => chosen.has(id)));
  const isAny = ids.size > 0;

  useEffect(() => {
    if (!isAny) return;
    const letGo = (event: KeyboardEvent) => {
      // An overlay above the list closes first; its Escape does not arrive here.
      if (event.key === "Escape" && !event.defaultPrevented) setChosen(new Set());
    };
    addEventListener("keydown", letGo);
    return () => removeEventListener("keydown", letGo);
  }, [isAny]);

  return {
    ids,
    toggle(id, isChosen, isRange) {
      const next = new Set(ids);
      for (const one of isRange ? between(shown, anchor, id) : [id]) {
        if (isChosen) next.add(one);
        else next.delete(one);
      }
      setChosen(next);
      setAnchor(id);
    },
    replace: (next) => setChosen(new Set(next)),
    clear: () => setChosen(new Set()),
  };
}

function between(shown: readonly number[], anchor: number | null, id: number): readonly number[] {
  const ends = [anchor === null ? -1 : shown.indexOf(anchor), shown.indexOf(id)];
  // The previous one has left the screen, or there was none.
  if (ends.includes(-1)) return [id];
  return shown.slice(Math.min(...ends), Math.max(...ends) + 1);
}
