import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { forgetDraft, keepDraft, readDraft } from "./form-drafts.ts";

interface Options<T> {
  /** The same object as long as nothing of it has changed. */
  readonly value: T;
  /** Whether there is anything worth keeping. */
  readonly isBegun: boolean;
  /** The same function every time. */
  readonly isDraft: (value: unknown) => value is T;
  readonly restore: (kept: T) => void;
  /** The form went with a draft that is kept. */
  readonly left?: () => void;
}

export interface FormDraft {
  /** What is shown was begun before. */
  readonly isRestored: boolean;
  /** Forgets what is kept; what is typed from now on is kept again. */
  readonly discard: () => void;
  /** What was typed has arrived: from now on nothing is kept. */
  readonly finish: () => void;
}

/**
 * Keeps what is begun in a form, with its files, until it is sent or discarded, and brings it back when a form of the
 * same name opens again, also after a reload.
 */
export function useFormDraft<T>(
  name: string,
  { value, isBegun, isDraft, restore, left }: Options<T>,
): FormDraft {
  const [isRestored, setIsRestored] = useState(false);
  const isOver = useRef(false);
  const wasBegun = useRef(false);
  const bring = useEffectEvent(restore);
  const leave = useEffectEvent(() => isBegun && !isOver.current && left?.());

  useEffect(() => {
    let isGone = false;
    void readDraft(name, isDraft).then((kept) => {
      // What is being typed meanwhile is newer.
      if (kept === undefined || isGone || wasBegun.current || isOver.current) return undefined;
      setIsRestored(true);
      bring(kept);
      return undefined;
    });
    return () => {
      isGone = true;
    };
  }, [name, isDraft]);

  // At once: the form may be closed before the next frame.
  useLayoutEffect(() => {
    if (isOver.current) return;
    if (isBegun) void keepDraft(name, value);
    else if (wasBegun.current) void forgetDraft(name);
    wasBegun.current = isBegun;
  }, [name, value, isBegun]);

  useEffect(() => () => void leave(), []);

  const forget = () => {
    setIsRestored(false);
    void forgetDraft(name);
  };
  return {
    isRestored,
    discard: forget,
    finish() {
      isOver.current = true;
      forget();
    },
  };
}
