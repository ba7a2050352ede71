import { ApiError } from "./client.ts";
import { errorText, errorTitle } from "./error-text.ts";
import { showToast } from "./toasts.ts";
import type { Translate } from "./use-text.ts";

/** The title of a toast about any failure, by its kind: the server's answer, or none. */
export const failureTitle = (error: unknown, t: Translate): string =>
  (error instanceof ApiError ? errorTitle(error.status, t) : null) ?? t("errors.title.error");

/** Shows a failure: the title by its kind, the text by its code. `duration` in milliseconds. */
export function showFailure(error: unknown, t: Translate, duration?: number): void {
  showToast({ tone: "bad", title: failureTitle(error, t), text: errorText(error, t) }, duration);
}
