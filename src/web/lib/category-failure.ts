import { ApiError } from "./client.ts";
import type { TextKey, Translate } from "./use-text.ts";

/** By the server's name of the failure, in any case; our own codes beside the specified ones. */
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
 * Why the categories did not load, in the specified text. The name of the failure is read from `code`, then `error`,
 * then `message`; without a known one the status decides. An empty list is no failure: its text is
 * `errors.categories.no_categories_found`.
 */
export function categoryFailureText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return t("errors.categories.other");
  const names = [error.code, error.error, error.message].map((name) => byName[name.toLowerCase()]);
  return t(names.find((key) => key !== undefined) ?? byStatus[error.status] ?? "errors.categories.other");
}
