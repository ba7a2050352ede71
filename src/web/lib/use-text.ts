import type { ParseKeys, TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { Texts } from "./text-keys.ts";

/** A key of a text, checked against the English files. */
export type TextKey = ParseKeys & (string extends keyof Texts ? never : string);
export type Translate = TFunction;

/** `t("visits.name_required")` in the language on screen. */
export function useText(): Translate {
  return useTranslation().t;
}
