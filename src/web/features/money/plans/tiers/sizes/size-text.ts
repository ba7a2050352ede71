import type { ProjectTier } from "#contract/plans.tiers.ts";
import type { Formatter } from "#web/lib/format.ts";
import type { Translate } from "#web/lib/use-text.ts";

export type Measure = "area" | "num_buildings" | "num_floors";

/** The upper limit of a size tier for a measure: 'up to 500 m²', or that it does not matter. */
export function sizeText(tier: ProjectTier, measure: Measure, t: Translate, format: Formatter): string {
  const size = tier[measure];
  if (size === null) return t("plans.tiers.any");
  const number = format.number(size);
  return t("plans.tiers.up_to", {
    size: measure === "area" ? t("plans.tiers.area_value", { area: number }) : number,
  });
}
