import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { ChangedMark } from "#web/ui/changed-mark.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { type FieldGroupProps, isMarked } from "./field-group.ts";
import { FigureField } from "./figure-field.tsx";

/** Where the site is: everything can be typed, so that it works where no map and no address service can be reached. */
export function PlaceFields(props: FieldGroupProps) {
  const t = useText();
  const { draft, isDisabled = false } = props;
  const { values, errors, set } = draft;
  return (
    <div className="flex flex-col gap-5">
      <ChangedMark isChanged={isMarked(props, "location")}>
        <TextField
          label={t("projects.location")}
          hint={t("projects.location_hint")}
          value={values.location}
          onChange={(value) => set("location", value)}
          error={errors.location}
          maxLength={limits.description}
          isDisabled={isDisabled}
        />
      </ChangedMark>
      <div className="grid grid-cols-2 gap-x-6 gap-y-5">
        {(["latitude", "longitude"] as const).map((field) => (
          <ChangedMark key={field} isChanged={isMarked(props, field)}>
            <FigureField
              label={t(`projects.${field}`)}
              value={values[field] ?? ""}
              onChange={(value) => set(field, value === "" ? null : value)}
              error={errors[field]}
              isDisabled={isDisabled}
              {...(field === "latitude" && { hint: t("projects.coordinates_hint") })}
            />
          </ChangedMark>
        ))}
      </div>
    </div>
  );
}
