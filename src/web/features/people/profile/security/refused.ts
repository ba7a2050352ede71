import { ApiError } from "#web/lib/client.ts";
import { fieldError } from "#web/lib/error-text.ts";
import type { Translate } from "#web/lib/use-text.ts";

/**
 * The sentence for a field: what the server refused there by name, or by one of the codes that can only mean that
 * field. Undefined when the failure is about something else.
 */
export function refusedAt(
  failure: unknown,
  field: string,
  codes: readonly ("PASSWORD_WRONG" | "PASSWORD_COMMON" | "TWO_FACTOR_WRONG")[],
  t: Translate,
): string | undefined {
  const code = failure instanceof ApiError ? codes.find((known) => known === failure.code) : undefined;
  return code === undefined ? fieldError(failure, field, t) : t(`errors.code.${code}`);
}
