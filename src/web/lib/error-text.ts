import { ApiError } from "./client.ts";
import type { TextKey, Translate } from "./use-text.ts";

const byStatus: Readonly<Record<number, TextKey>> = {
  401: "errors.session_expired",
  403: "errors.forbidden",
  404: "errors.not_found",
  408: "errors.timeout",
  413: "errors.file_too_large",
  415: "errors.file_type",
  419: "errors.session_expired",
  422: "errors.validation",
  429: "errors.rate_limited",
  500: "errors.server",
  502: "errors.bad_gateway",
  503: "errors.unavailable",
  504: "errors.gateway_timeout",
};

/** Kinds of failure recognised by the text of a server, in any case. */
const byWords: readonly (readonly [RegExp, TextKey])[] = [
  [/validation failed|invalid input/i, "errors.validation"],
  [/file (is )?too large/i, "errors.file_too_large"],
  [/invalid file type/i, "errors.file_type"],
  [/invalid token/i, "errors.session_invalid"],
  [/token (has )?expired|unauthenticated/i, "errors.session_expired"],
  [/timed? ?out/i, "errors.timeout"],
  [/econnrefused|connection refused/i, "errors.connection_refused"],
  [/network|failed to fetch/i, "errors.network"],
];

/**
 * One message for an error, in the user's language: the server's, by its code where it is known; else the meaning of
 * its text or its status; else that an unexpected error occurred.
 */
export function errorText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return spokenKind(error, t) ?? t("errors.boundary.unexpected");
  if (error.code === "NETWORK") return t(navigator.onLine ? "errors.network" : "errors.no_connection");
  if (error.code === "TIMEOUT") return t("errors.timeout");
  // A refusal may have a specific message; the default message of its code is translated instead. Those defaults are
  // only on the server: an unknown code has no text either.
  const key = `errors.code.${error.code}` as TextKey;
  const known = t(key, error.values);
  if (known !== key && known !== "") return known;
  const spoken = spokenKind(error, t);
  if (spoken !== null) return spoken;
  // Empty: more texts are on their way, and the server's own message may be in another language.
  if (error.message !== "" && known !== "") return error.message;
  return t(byStatus[error.status] ?? (error.status >= 500 ? "errors.server" : "errors.boundary.unexpected"));
}

function spokenKind(error: unknown, t: Translate): string | null {
  const words = error instanceof Error ? error.message : String(error);
  const kind = byWords.find(([pattern]) => pattern.test(words));
  return kind ? t(kind[1]) : null;
}

/** The title of a toast about a failed call; null where no such toast is shown. */
export function errorTitle(status: number, t: Translate): string | null {
  if (status === 401 || status === 419) return null;
  if (status === 0) return t("errors.title.network");
  if (status === 403) return t("errors.title.forbidden");
  if (status === 404) return t("errors.title.not_found");
  if (status === 422) return t("errors.title.validation");
  if (status === 429) return t("errors.title.rate_limited");
  return t(status >= 500 ? "errors.title.server" : "errors.title.error");
}

/**
 * Error of a field: the server's refusals for it, translated where they are keys. Undefined when there are none, as the
 * kit's fields expect it.
 */
export function fieldError(error: unknown, field: string, t: Translate): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const [first] = error.fields[field] ?? [];
  return first === undefined ? undefined : translateMaybe(first, t);
}

/** Translates a key of the contract (`visits.name_required`); returns any other text as it is. */
export function translateMaybe(text: string, t: Translate): string {
  return /^[a-z_]+(\.[a-z0-9_]+)+$/.test(text) ? t(text as TextKey) : text;
}
