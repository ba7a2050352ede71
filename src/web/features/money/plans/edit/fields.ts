import type { Currency } from "#contract/currencies.ts";
import type { Draft } from "#web/lib/draft.ts";
import type { PlanValues } from "./plan-draft.ts";

export interface FieldsProps {
  draft: Draft<PlanValues>;
  /** What prices are told in. */
  currency: Currency;
}
