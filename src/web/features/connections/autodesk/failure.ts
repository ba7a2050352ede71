import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import type { TextKey, Translate } from "#web/lib/use-text.ts";

/** Message for a failed call: the server's own, otherwise one for the purpose of the call. */
export function failureText(error: unknown, fallback: TextKey, t: Translate): string {
  const isWordless = !(error instanceof ApiError) || (error.code === "UNKNOWN" && error.message === "");
  return isWordless ? t(fallback) : errorText(error, t);
}

/** Whether the call failed for lack of the connection to Autodesk, rather than of the session here. */
export const needsSignIn = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
