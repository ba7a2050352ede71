import { type Currency, toDecimal } from "#contract/currencies.ts";
import { type PlanLimit, planLimits } from "#contract/plans.limits.ts";
import type { Plan } from "#contract/plans.ts";
import type { FieldRefusals } from "#web/lib/draft.ts";
import { typedMoney } from "#web/lib/typed-money.ts";
import type { Translate } from "#web/lib/use-text.ts";
import type { PlanFields } from "../plans.queries.ts";

type Priced = "price" | "channel_price";

/** The form's values: prices as they are typed, everything else as it is sent. */
export type PlanValues = Omit<PlanFields, Priced> & Readonly<Record<Priced, string>>;

export const planFields = [
  "name",
  "description",
  "price",
  "channel_price",
  "interval",
  ...planLimits,
  "features",
  "custom_features",
  "active",
  "is_default",
  "needs_approval",
] as const satisfies readonly (keyof PlanFields)[];

/** An amount without trailing zeroes: `12`, not `12.00`. */
const asTyped = (amount: number, currency: Currency) => toDecimal(amount, currency).replace(/\.0+$/, "");

export function valuesOf(plan: Plan): PlanValues {
  const fields = Object.fromEntries(planFields.map((field) => [field, plan[field]])) as unknown as PlanFields;
  return {
    ...fields,
    price: asTyped(plan.price, plan.currency),
    channel_price: asTyped(plan.channel_price, plan.currency),
  };
}

const unlimited = Object.fromEntries(planLimits.map((limit) => [limit, null])) as Record<PlanLimit, null>;

/** Initial values of a new plan. */
export const newPlan: PlanValues = {
  name: "",
  description: "",
  price: "0",
  channel_price: "0",
  interval: "month",
  ...unlimited,
  features: [],
  custom_features: [],
  active: true,
  is_default: false,
  needs_approval: false,
};

/** Problems by field, shown before the server has to report them. */
export function problemsOf(values: PlanValues, currency: Currency, t: Translate): FieldRefusals<PlanValues> {
  const wrong = t("plans.price_invalid", { example: toDecimal(1250, currency) });
  return {
    ...(values.name.trim() === "" && { name: t("plans.name_required") }),
    ...(typedMoney(values.price, currency) === undefined && { price: wrong }),
    ...(typedMoney(values.channel_price, currency) === undefined && { channel_price: wrong }),
  };
}

/** Fields in wire format; empty lines are omitted. */
export function asSent(values: Partial<PlanValues>, currency: Currency): Partial<PlanFields> {
  const { price, channel_price, custom_features, ...rest } = values;
  return {
    ...rest,
    ...(price !== undefined && { price: typedMoney(price, currency) ?? 0 }),
    ...(channel_price !== undefined && { channel_price: typedMoney(channel_price, currency) ?? 0 }),
    ...(custom_features !== undefined && {
      custom_features: custom_features.map((line) => line.trim()).filter((line) => line !== ""),
    }),
  };
}

/** The plan as its card would show it now; an unreadable price counts as zero. */
export function previewOf(values: PlanValues, currency: Currency, name: string): Plan {
  const sent = asSent(values, currency) as PlanFields;
  return {
    ...sent,
    name: values.name.trim() === "" ? name : values.name,
    custom_features: [...new Set(sent.custom_features)],
    id: 0,
    id_plan: 0,
    currency,
    subscribers: null,
    created_at: "",
    updated_at: "",
    can: {},
  };
}
