import type { Language } from "#contract/languages.ts";

/** Selection and captions of a comparison; rooms are those of the first visit. */
export interface ComparisonDraft {
  /** Null: that of the screen. */
  readonly lang: Language | null;
  readonly skipped: readonly number[];
  readonly captions: Readonly<Record<number, string>>;
}

export const emptyDraft: ComparisonDraft = { lang: null, skipped: [], captions: {} };

export const isComparisonDraft = (value: unknown): value is ComparisonDraft =>
  typeof value === "object" && value !== null && "skipped" in value && "captions" in value;
