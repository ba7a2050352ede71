import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import type { ToastContent } from "#web/lib/toasts.ts";
import type { Translate } from "#web/lib/use-text.ts";

/**
 * Error toast of snags and their files, as specified: "Error!" with the server's message, or a specific one where there
 * is none. Network errors have their usual text.
 */
export function deleteFailure(
  error: unknown,
  t: Translate,
  otherwise: "snags.not_deleted" | "snags.photos.not_deleted",
): ToastContent {
  const isSilent =
    error instanceof ApiError && error.status > 0 && error.message === "" && error.code === "UNKNOWN";
  return {
    tone: "bad",
    title: t("snags.not_deleted_title"),
    text: isSilent ? t(otherwise) : errorText(error, t),
  };
}
