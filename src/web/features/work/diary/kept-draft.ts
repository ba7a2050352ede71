import { useEffect, useEffectEvent } from "react";
import type { DiaryFields } from "#contract/diary.ts";
import { readDraft } from "#web/lib/form-drafts.ts";

/** Reads the draft of the form that this device holds, if there is one. */
export function useKeptDraft(
  name: string,
  isFields: (value: unknown) => value is DiaryFields,
  restore: (kept: DiaryFields) => void,
): void {
  const take = useEffectEvent(restore);
  useEffect(() => {
    let isGone = false;
    void readDraft(name, isFields).then((kept) => {
      if (kept !== undefined && !isGone) take(kept);
      return undefined;
    });
    return () => {
      isGone = true;
    };
  }, [name, isFields]);
}
