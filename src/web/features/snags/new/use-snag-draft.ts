import { useEffect, useRef, useState } from "react";
import { forgetDraft, keepDraft, readDraft } from "#web/lib/form-drafts.ts";
import type { NewSnag } from "./new-snag.ts";

export interface SnagDraft {
  /** What is shown was begun before. */
  readonly isRestored: boolean;
  /** It was created or discarded: there is nothing left to keep. */
  readonly forget: () => void;
}

export const isBegun = ({ title, text, photos }: NewSnag) =>
  title.trim() !== "" || text.trim() !== "" || photos.length > 0;

/**
 * Keeps a snag that is being written, with its photos, until it is created or discarded, and brings it back when the
 * dialog opens again from the same place.
 */
export function useSnagDraft(name: string, draft: NewSnag, restore: (kept: NewSnag) => void): SnagDraft {
  const [isRestored, setIsRestored] = useState(false);
  const isOver = useRef(false);
  const isTyped = useRef(false);
  const bring = useRef(restore);
  useEffect(() => {
    bring.current = restore;
  });

  useEffect(() => {
    let isGone = false;
    void readDraft(name, isNewSnag).then((kept) => {
      // What is being typed meanwhile is newer.
      if (kept === undefined || isGone || isTyped.current || isOver.current) return undefined;
      setIsRestored(true);
      bring.current(kept);
      return undefined;
    });
    return () => {
      isGone = true;
    };
  }, [name]);

  useEffect(() => {
    isTyped.current = isBegun(draft);
    if (!isOver.current && isTyped.current) void keepDraft(name, draft);
  }, [name, draft]);

  return {
    isRestored,
    forget() {
      isOver.current = true;
      setIsRestored(false);
      void forgetDraft(name);
    },
  };
}

function isNewSnag(value: unknown): value is NewSnag {
  if (typeof value !== "object" || value === null) return false;
  const { title, text, where, photos } = value as Partial<Record<keyof NewSnag, unknown>>;
  return (
    typeof title === "string" &&
    typeof text === "string" &&
    (where === "room" || where === "plan") &&
    Array.isArray(photos)
  );
}
