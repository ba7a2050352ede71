import { ApiError } from "#web/lib/client.ts";
import { errorText, translateMaybe } from "#web/lib/error-text.ts";
import type { Translate } from "#web/lib/use-text.ts";

/**
 * The words for a picture that did not arrive: those of the server, several joined with commas, or that the upload
 * failed.
 */
export function uploadReason(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return t("errors.failed.upload");
  const sentences = Object.values(error.fields).flat();
  if (sentences.length > 0) return sentences.map((sentence) => translateMaybe(sentence, t)).join(", ");
  const isWordless = error.code === "UNKNOWN" && error.message === "";
  return isWordless ? t("errors.failed.upload") : errorText(error, t);
}
