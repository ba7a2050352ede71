import { translate } from "./i18n.ts";
import { useStore } from "./store.ts";
import type { Translate } from "./translate.ts";

export type { TextKey, Translate } from "./translate.ts";

/** `t("visits.name_required")` in the language on screen; a new function whenever the texts are others. */
export function useText(): Translate {
  return useStore(translate);
}
