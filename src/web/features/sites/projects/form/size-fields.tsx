import { timeZonesWith } from "#web/lib/time-zones.ts";
import { useText } from "#web/lib/use-text.ts";
import { ChangedMark } from "#web/ui/changed-mark.tsx";
import { SearchSelect } from "#web/ui/search-select.tsx";
import { type FieldGroupProps, isMarked } from "./field-group.ts";
import { FigureField } from "./figure-field.tsx";

/** Numeric facts of a project, and the time zone of its days. */
export function SizeFields(props: FieldGroupProps) {
  const t = useText();
  const { draft, isDisabled = false } = props;
  const figures = [
    { field: "year", label: t("projects.year"), isWhole: true },
    { field: "area", label: t("projects.area"), isWhole: false },
    { field: "num_buildings", label: t("projects.buildings"), isWhole: true },
    { field: "num_floors", label: t("projects.floors"), isWhole: true },
  ] as const;
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-5">
      {figures.map(({ field, label, isWhole }) => (
        <ChangedMark key={field} isChanged={isMarked(props, field)}>
          <FigureField
            label={label}
            value={draft.values[field]}
            onChange={(value) => draft.set(field, value)}
            error={draft.errors[field]}
            isWhole={isWhole}
            isDisabled={isDisabled}
          />
        </ChangedMark>
      ))}
      <div className="col-span-2">
        <ChangedMark isChanged={isMarked(props, "time_zone")}>
          <SearchSelect
            label={t("projects.time_zone")}
            hint={t("projects.time_zone_hint")}
            options={timeZonesWith(draft.values.time_zone)}
            value={draft.values.time_zone}
            onChange={(zone) => zone !== null && draft.set("time_zone", zone)}
            error={draft.errors.time_zone}
            isDisabled={isDisabled}
          />
        </ChangedMark>
      </div>
    </div>
  );
}
