import { ApiError } from "#web/lib/client.ts";
import { fieldError } from "#web/lib/error-text.ts";
import type { Translate } from "#web/lib/use-text.ts";

/**
 * The message for a field: the server's refusal of it by name, or one of the codes that can only refer to that field.
 * Undefined for other failures.
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
