import { ApiError } from "./client.ts";
import { errorText, errorTitle } from "./error-text.ts";
import { showToast } from "./toasts.ts";
import type { Translate } from "./use-text.ts";

/** The title of a toast about any failure, by its kind: what the server answered, or that nothing answered. */
export const failureTitle = (error: unknown, t: Translate): string =>
  (error instanceof ApiError ? errorTitle(error.status, t) : null) ?? t("errors.title.error");

/** Says what failed: the title by the kind of the failure, the text by its code. `duration` in milliseconds. */
export function showFailure(error: unknown, t: Translate, duration?: number): void {
  showToast({ tone: "bad", title: failureTitle(error, t), text: errorText(error, t) }, duration);
}
