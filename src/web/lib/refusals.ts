import { ApiError } from "./client.ts";
import type { FieldRefusals } from "./draft.ts";
import { i18n } from "./i18n.ts";
import type { TextKey, Translate } from "./use-text.ts";

/** A server's sentence: the contract's are translation keys, others come as they are. */
function translated(t: Translate, sentence: string): string {
  return i18n.exists(sentence) ? t(sentence as TextKey) : sentence;
}

/** The refusals at fields that a form shows; a field's path in the input is its name there. */
export function fieldRefusals<T extends object>(
  t: Translate,
  error: unknown,
  fields: readonly (keyof T & string)[],
): FieldRefusals<T> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    fields.flatMap((field) => {
      const sentences = error.fields[field] ?? [];
      return sentences.length === 0
        ? []
        : [[field, sentences.map((sentence) => translated(t, sentence)).join(", ")]];
    }),
  ) as FieldRefusals<T>;
}

/** One sentence for a failed call, in the reader's language: by its code, else the server's own, else `fallback`. */
export function refusalText(t: Translate, error: unknown, fallback: TextKey): string {
  if (!(error instanceof ApiError)) return t(fallback);
  if (error.code === "NETWORK") return t("errors.network");
  if (error.code === "TIMEOUT") return t("errors.timeout");
  const key = `errors.code.${error.code}`;
  if (i18n.exists(key)) return t(key as TextKey, error.values);
  return error.message === "" ? t(fallback) : error.message;
}
