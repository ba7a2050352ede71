import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useMoney } from "#web/lib/money.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { useFindTier } from "../tiers.queries.ts";
import { asNumber, asSize } from "./tier-fields.tsx";

const fields = [
  { field: "area", label: "plans.tiers.check_area", most: limits.project.area.max },
  { field: "num_buildings", label: "plans.tiers.check_buildings", most: limits.project.count.max },
  { field: "num_floors", label: "plans.tiers.check_floors", most: limits.project.count.max },
] as const;

/** Finds the size tier that a project of this size would be billed by. */
export function SizeCheck() {
  const t = useText();
  const money = useMoney();
  const find = useFindTier();
  const [size, setSize] = useState<Record<"area" | "num_buildings" | "num_floors", number | null>>({
    area: null,
    num_buildings: 1,
    num_floors: 1,
  });
  const { data, error } = find;
  const answer =
    error !== null
      ? errorText(error, t)
      : data === undefined
        ? ""
        : data.tier === null
          ? t("plans.tiers.check_none")
          : t("plans.tiers.check_found", {
              name: data.tier.name,
              price: money(data.tier.price, data.tier.currency),
            });

  return (
    <Card className="mt-8 max-w-200">
      <h2 className="font-strong">{t("plans.tiers.check")}</h2>
      <p className="mb-4 text-ink-muted">{t("plans.tiers.check_text")}</p>
      <form
        noValidate
        className="flex flex-wrap items-end gap-x-4 gap-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          const { area, num_buildings, num_floors } = size;
          find.mutate({ area: area ?? 0, num_buildings: num_buildings ?? 0, num_floors: num_floors ?? 0 });
        }}
      >
        {fields.map(({ field, label, most }) => (
          <NumberField
            key={field}
            label={t(label)}
            value={asNumber(size[field])}
            onChange={(value) => {
              // The answer was for another size.
              find.reset();
              setSize({ ...size, [field]: asSize(value) });
            }}
            maxValue={most}
            className="w-40 max-sm:w-full"
          />
        ))}
        <Button type="submit" isPending={find.isPending}>
          {t("plans.tiers.check_do")}
        </Button>
      </form>
      <output className={`mt-4 block min-h-6 text-base font-strong ${error === null ? "" : "text-bad-text"}`}>
        {answer}
      </output>
    </Card>
  );
}
