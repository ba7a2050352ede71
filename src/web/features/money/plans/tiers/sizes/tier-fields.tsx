import type { Currency } from "#contract/currencies.ts";
import { limits } from "#contract/limits.ts";
import type { Draft } from "#web/lib/draft.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useText } from "#web/lib/use-text.ts";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { TierValues } from "./tier-draft.ts";

const measures = [
  { field: "area", label: "plans.tiers.area_in", most: limits.project.area.max },
  { field: "num_buildings", label: "plans.tiers.buildings_in", most: limits.project.count.max },
  { field: "num_floors", label: "plans.tiers.floors_in", most: limits.project.count.max },
] as const;

/** An empty field means no limit, which react-aria represents as NaN. */
export const asNumber = (value: number | null): number => value ?? Number.NaN;
export const asSize = (value: number): number | null => (Number.isNaN(value) ? null : value);

export function TierFormFields({ draft, currency }: { draft: Draft<TierValues>; currency: Currency }) {
  const t = useText();
  const { values, errors, set } = draft;
  return (
    <>
      <TextField
        inputRef={focusOnMount}
        label={t("plans.tiers.name")}
        hint={t("plans.tiers.name_hint")}
        value={values.name}
        onChange={(name) => set("name", name)}
        error={errors.name}
        maxLength={limits.name}
        isRequired
      />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-3">
        {measures.map(({ field, label, most }) => (
          <NumberField
            key={field}
            label={t(label)}
            value={asNumber(values[field])}
            onChange={(value) => set(field, asSize(value))}
            error={errors[field]}
            maxValue={most}
            {...(values[field] === null && { hint: t("plans.tiers.no_limit") })}
          />
        ))}
      </div>
      <TextField
        label={t("plans.tiers.price_in", { currency })}
        hint={t("plans.tiers.price_hint")}
        value={values.price}
        onChange={(price) => set("price", price)}
        error={errors.price}
        inputMode="decimal"
        dir="ltr"
        isRequired
      />
      <ProjectSelect
        label={t("plans.tiers.for_project")}
        hint={t("plans.tiers.for_project_hint")}
        everything={t("plans.tiers.for_all")}
        value={values.project_id}
        onChange={(project) => set("project_id", project?.id ?? null)}
        error={errors.project_id}
      />
      <Switch isSelected={values.active} onChange={(active) => set("active", active)}>
        {t("plans.tiers.active")}
      </Switch>
    </>
  );
}
