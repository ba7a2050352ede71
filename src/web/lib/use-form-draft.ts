import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { forgetDraft, keepDraft, readDraft } from "./form-drafts.ts";

interface Options<T> {
  /** The same object as long as none of its content has changed. */
  readonly value: T;
  /** Whether there is anything worth storing. */
  readonly isBegun: boolean;
  /** Must be the same function at every render. */
  readonly isDraft: (value: unknown) => value is T;
  readonly restore: (kept: T) => void;
  /** The form closed with a stored draft. */
  readonly left?: () => void;
}

export interface FormDraft {
  /** The shown values come from a stored draft. */
  readonly isRestored: boolean;
  /** Deletes the stored draft; later input is stored again. */
  readonly discard: () => void;
  /** The form was submitted: nothing is stored from now on. */
  readonly finish: () => void;
}

/**
 * Stores the draft of a form, with its files, until it is sent or discarded, and restores it when a form of the same
 * name opens again, also after a reload.
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
      // Input typed in the meantime is newer.
      if (kept === undefined || isGone || wasBegun.current || isOver.current) return undefined;
      setIsRestored(true);
      bring(kept);
      return undefined;
    });
    return () => {
      isGone = true;
    };
  }, [name, isDraft]);

  // Immediately: the form may be closed before the next frame.
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
