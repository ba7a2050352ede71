import { type ComponentProps, type KeyboardEvent, useCallback, useId, useRef, useState } from "react";

/** Handles a key of the field in a list of options; returns true when the key was handled. */
export type ListKeys = (event: KeyboardEvent) => boolean;

/** Connects a field and the list of options below it, which may come later than the first keys. */
export interface ListLink {
  readonly id: string;
  /** Id of the marked option. */
  readonly active: string | null;
  readonly setActive: (id: string | null) => void;
  /** Passes the keys of the field to the list. Returns a function that stops it. */
  readonly hear: (keys: ListKeys) => () => void;
  /** Whether Enter was pressed before there was an option; returned once. */
  readonly takeEnter: () => boolean;
}

export interface Combobox {
  readonly input: ComponentProps<"input">;
  readonly list: ListLink;
  /** The text has changed: clears the mark and a pending Enter. */
  readonly reset: () => void;
}

/**
 * A field with a list of options, after the combobox pattern of ARIA: the focus stays in the field, arrows mark an
 * option, Enter takes it. Small, because it is in the first script; the list handles the keys.
 */
export function useCombobox(isOpen: boolean): Combobox {
  const id = useId();
  const [active, setActive] = useState<string | null>(null);
  const keys = useRef<ListKeys | null>(null);
  const isEntered = useRef(false);

  const hear = useCallback((next: ListKeys) => {
    keys.current = next;
    return () => {
      keys.current = null;
    };
  }, []);
  const takeEnter = useCallback(() => {
    const wasEntered = isEntered.current;
    isEntered.current = false;
    return wasEntered;
  }, []);
  const reset = useCallback(() => {
    setActive(null);
    isEntered.current = false;
  }, []);
  const onKeyDown = useCallback((event: KeyboardEvent) => {
    // Enter may only end an IME composition.
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (keys.current?.(event) === true) event.preventDefault();
    else if (event.key === "Enter") isEntered.current = true;
  }, []);

  return {
    input: {
      role: "combobox",
      autoComplete: "off",
      autoCorrect: "off",
      spellCheck: false,
      "aria-autocomplete": "list",
      "aria-expanded": isOpen,
      ...(isOpen && { "aria-controls": id }),
      ...(isOpen && active !== null && { "aria-activedescendant": active }),
      onKeyDown,
    },
    list: { id, active, setActive, hear, takeEnter },
    reset,
  };
}
