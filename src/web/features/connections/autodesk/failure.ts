import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import type { TextKey, Translate } from "#web/lib/use-text.ts";

/** What to say of a call that failed: what the server said, and where it said nothing, what the call was for. */
export function failureText(error: unknown, fallback: TextKey, t: Translate): string {
  const isWordless = !(error instanceof ApiError) || (error.code === "UNKNOWN" && error.message === "");
  return isWordless ? t(fallback) : errorText(error, t);
}

/** The connection to Autodesk is what the call failed for, and not the session here. */
export const needsSignIn = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
