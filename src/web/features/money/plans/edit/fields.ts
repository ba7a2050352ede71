import type { Currency } from "#contract/currencies.ts";
import type { Draft } from "#web/lib/draft.ts";
import type { PlanValues } from "./plan-draft.ts";

export interface FieldsProps {
  draft: Draft<PlanValues>;
  /** Currency of the prices. */
  currency: Currency;
}
