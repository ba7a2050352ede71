import type { FieldRefusals } from "./draft.ts";
import { fieldError } from "./error-text.ts";
import type { Translate } from "./use-text.ts";

/** The refusals of the server that a form shows at its fields; what it sent under those names, it gets back under them. */
export function fieldRefusals<T extends object>(
  error: unknown,
  fields: readonly (keyof T & string)[],
  t: Translate,
): FieldRefusals<T> {
  const found = fields.map((field) => [field, fieldError(error, field, t)] as const);
  return Object.fromEntries(found.filter(([, text]) => text !== undefined)) as FieldRefusals<T>;
}
