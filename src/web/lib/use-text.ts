import { useStore } from "./store.ts";
import type { Translate } from "./translate.ts";
import { translate } from "./words-on-screen.ts";

export type { TextKey, Translate } from "./translate.ts";

/** `t("visits.name_required")` in the language on screen; a new function whenever the texts change. */
export function useText(): Translate {
  return useStore(translate);
}
