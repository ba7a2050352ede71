import { ApiError } from "./client.ts";
import type { TextKey, Translate } from "./use-text.ts";

/** By what the server names the failure, in whatever case; our own codes beside the specified ones. */
const byName: Readonly<Record<string, TextKey>> = {
  not_found: "errors.categories.not_found",
  unauthorized: "errors.categories.unauthorized",
  unauthenticated: "errors.categories.unauthorized",
  forbidden: "errors.categories.unauthorized",
  no_categories_found: "errors.categories.no_categories_found",
  error: "errors.categories.error",
  server: "errors.categories.error",
};

const byStatus: Readonly<Record<number, TextKey>> = {
  401: "errors.categories.unauthorized",
  403: "errors.categories.unauthorized",
  404: "errors.categories.not_found",
  500: "errors.categories.error",
};

/**
 * Why the categories did not come, in the words promised for it. The name of the failure is looked for under `code`,
 * then `error`, then `message`; without any that is known the status says it. An empty list is no failure: its words
 * are `errors.categories.no_categories_found`.
 */
export function categoryFailureText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return t("errors.categories.other");
  const names = [error.code, error.error, error.message].map((name) => byName[name.toLowerCase()]);
  return t(names.find((key) => key !== undefined) ?? byStatus[error.status] ?? "errors.categories.other");
}
