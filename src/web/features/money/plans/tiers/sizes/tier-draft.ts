import { type Currency, toDecimal } from "#contract/currencies.ts";
import type { ProjectTier } from "#contract/plans.tiers.ts";
import { typedMoney } from "#web/lib/typed-money.ts";
import type { TierFields } from "../tiers.queries.ts";

/** The form's values: the price as it is typed, everything else as it is sent. */
export type TierValues = Omit<TierFields, "price"> & { readonly price: string };

export const tierFields = [
  "name",
  "area",
  "num_buildings",
  "num_floors",
  "project_id",
  "price",
  "active",
] as const satisfies readonly (keyof TierFields)[];

export const newTier: TierValues = {
  name: "",
  area: null,
  num_buildings: null,
  num_floors: null,
  project_id: null,
  price: "",
  active: true,
};

export const valuesOf = (tier: ProjectTier): TierValues => ({
  name: tier.name,
  area: tier.area,
  num_buildings: tier.num_buildings,
  num_floors: tier.num_floors,
  project_id: tier.project_id,
  price: toDecimal(tier.price, tier.currency).replace(/\.0+$/, ""),
  active: tier.active,
});

export function asSent({ price, ...rest }: Partial<TierValues>, currency: Currency): Partial<TierFields> {
  return { ...rest, ...(price !== undefined && { price: typedMoney(price, currency) ?? 0 }) };
}
