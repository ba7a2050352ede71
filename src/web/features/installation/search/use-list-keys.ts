import { useEffect, useLayoutEffect, useRef } from "react";
import type { ListLink } from "./use-combobox.ts";

export interface Choice {
  /** Of its element. */
  readonly id: string;
  readonly choose: () => void;
}

/**
 * What the keys of the field do with these options: arrows go round, Enter takes the marked one, else the first. An
 * Enter from before the options were final is taken up when they are. The round leads through the field, where
 * nothing is marked; with `isAlwaysMarked` it does not, and the first is marked from the start.
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

  // At once: the next letter may come before an effect would, and would leave nothing marked.
  useLayoutEffect(() => {
    if (isGone) isMoved.current = false;
    // What comes first stays marked, also when something better comes first, until somebody moves the mark.
    if (!isMoved.current) setActive(isAlwaysMarked ? first : null);
  }, [isGone, isAlwaysMarked, first, setActive]);

  useEffect(() => {
    // Without a mark one stands before the first, where the field is: one more stop of the round.
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
