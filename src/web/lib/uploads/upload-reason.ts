import { ApiError } from "#web/lib/client.ts";
import { comma } from "#web/lib/comma.ts";
import { errorText, translateMaybe } from "#web/lib/error-text.ts";
import type { TextKey, Translate } from "#web/lib/use-text.ts";

/**
 * The message for a picture that did not arrive: that of the server, several joined with commas, or that the upload
 * failed.
 */
export function uploadReason(
  error: unknown,
  t: Translate,
  fallback: TextKey = "errors.failed.upload",
): string {
  if (!(error instanceof ApiError)) return t(fallback);
  const sentences = Object.values(error.fields).flat();
  if (sentences.length > 0) return sentences.map((sentence) => translateMaybe(sentence, t)).join(comma());
  const isWordless = error.code === "UNKNOWN" && error.message === "";
  return isWordless ? t(fallback) : errorText(error, t);
}
