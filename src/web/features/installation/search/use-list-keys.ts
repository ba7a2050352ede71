import { useEffect, useLayoutEffect, useRef } from "react";
import type { ListLink } from "./use-combobox.ts";

export interface Choice {
  /** Id of its element. */
  readonly id: string;
  readonly choose: () => void;
}

/**
 * Applies the keys of the field to these options: arrows cycle, Enter takes the marked one, otherwise the first. An
 * Enter from before the options were final is applied when they are. The cycle includes the field, where nothing is
 * marked; with `isAlwaysMarked` it does not, and the first is marked from the start.
 */
export function useListKeys(
  { active, setActive, hear, takeEnter }: ListLink,
  choices: readonly Choice[],
  isFinal: boolean,
  isAlwaysMarked = false,
): void {
  const first = choices[0]?.id ?? null;
  const isGone = !choices.some(({ id }) => id === active);
  const isMoved = useRef(false);

  // Synchronous: the next letter may come before an effect would, and would leave nothing marked.
  useLayoutEffect(() => {
    if (isGone) isMoved.current = false;
    // The first option is always marked, also when a better one replaces it, until the user moves the mark.
    if (!isMoved.current) setActive(isAlwaysMarked ? first : null);
  }, [isGone, isAlwaysMarked, first, setActive]);

  useEffect(() => {
    // Without a mark the position is before the first one, in the field: one more stop of the cycle.
    const before = isAlwaysMarked ? 0 : 1;
    const stops = choices.length + before;
    const at = choices.findIndex(({ id }) => id === active) + before;
    const isPicked = active !== null && !isAlwaysMarked;
    const choose = () => choices[Math.max(at - before, 0)]?.choose();
    const mark = (stop: number) => {
      const id = choices[stop - before]?.id ?? null;
      isMoved.current = id !== null;
      setActive(id);
      if (id !== null) document.getElementById(id)?.scrollIntoView({ block: "nearest" });
    };
    if (isFinal && takeEnter()) choose();
    return hear(({ key }) => {
      if (key === "ArrowDown" && stops > 0) mark((at + 1) % stops);
      else if (key === "ArrowUp" && stops > 0) mark((at - 1 + stops) % stops);
      else if (key === "Enter" && (isFinal || isPicked)) choose();
      else return false;
      return true;
    });
  }, [choices, active, setActive, hear, takeEnter, isFinal, isAlwaysMarked]);
}
