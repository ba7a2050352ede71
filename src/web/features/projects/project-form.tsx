import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import type { Draft } from "#web/lib/draft.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useText } from "#web/lib/use-text.ts";
import { ChangedMark } from "#web/ui/changed-mark.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { statuses } from "./project-status.tsx";
import type { ProjectFields } from "./projects.queries.ts";

export const projectFields = [
  "name",
  "description",
  "status",
  "location",
  "latitude",
  "longitude",
  "year",
  "num_buildings",
  "num_floors",
  "area",
] as const satisfies readonly (keyof ProjectFields)[];

export function newProject(now: Date = new Date()): ProjectFields {
  return {
    name: "",
    description: "",
    status: "Design",
    location: "",
    latitude: null,
    longitude: null,
    year: now.getFullYear(),
    num_buildings: 1,
    num_floors: 1,
    area: 0,
  };
}

export function fieldsOf(project: Project): ProjectFields {
  return Object.fromEntries(
    projectFields.map((field) => [field, project[field]]),
  ) as unknown as ProjectFields;
}

const whole = { maximumFractionDigits: 0, useGrouping: false } as const;
const degrees = { maximumFractionDigits: 7, useGrouping: false } as const;

/** The fields of a project, one under the other. `isNew` leaves out the marks of changed fields. */
export function ProjectForm({ draft, isNew = false }: { draft: Draft<ProjectFields>; isNew?: boolean }) {
  const t = useText();
  const { values, errors, set, has } = draft;
  const isMarked = (field: keyof ProjectFields) => !isNew && has(field);
  // An emptied figure is no figure yet: it keeps what stood there, except where nothing is allowed.
  const figure = (field: "year" | "num_buildings" | "num_floors" | "area") => ({
    value: values[field],
    onChange: (value: number) => !Number.isNaN(value) && set(field, value),
    error: errors[field],
  });
  const coordinate = (field: "latitude" | "longitude") => ({
    value: values[field] ?? Number.NaN,
    onChange: (value: number) => set(field, Number.isNaN(value) ? null : value),
    error: errors[field],
    formatOptions: degrees,
  });
  return (
    <div className="flex flex-col gap-5">
      <ChangedMark isChanged={isMarked("name")}>
        <TextField
          label={t("projects.name")}
          value={values.name}
          onChange={(value) => set("name", value)}
          error={errors.name}
          maxLength={limits.name}
          isRequired
          {...(isNew && { inputRef: focusOnMount })}
        />
      </ChangedMark>
      <ChangedMark isChanged={isMarked("description")}>
        <TextArea
          label={t("projects.description")}
          value={values.description}
          onChange={(value) => set("description", value)}
          error={errors.description}
          maxLength={limits.description}
          rows={3}
          hasCounter
        />
      </ChangedMark>
      <ChangedMark isChanged={isMarked("status")}>
        <Select
          label={t("projects.status")}
          options={statuses.map((status) => ({ value: status, label: t(`projects.statuses.${status}`) }))}
          value={values.status}
          onChange={(status) => set("status", status)}
          error={errors.status}
        />
      </ChangedMark>
      <ChangedMark isChanged={isMarked("location")}>
        <TextField
          label={t("projects.location")}
          hint={t("projects.location_hint")}
          value={values.location}
          onChange={(value) => set("location", value)}
          error={errors.location}
          maxLength={limits.description}
        />
      </ChangedMark>
      <div className="grid grid-cols-2 gap-x-6 gap-y-5">
        <ChangedMark isChanged={isMarked("latitude")}>
          <NumberField
            label={t("projects.latitude")}
            hint={t("projects.coordinates_hint")}
            minValue={-90}
            maxValue={90}
            {...coordinate("latitude")}
          />
        </ChangedMark>
        <ChangedMark isChanged={isMarked("longitude")}>
          <NumberField
            label={t("projects.longitude")}
            minValue={-180}
            maxValue={180}
            {...coordinate("longitude")}
          />
        </ChangedMark>
        <ChangedMark isChanged={isMarked("year")}>
          <NumberField
            label={t("projects.year")}
            minValue={limits.project.year.min}
            maxValue={limits.project.year.max}
            formatOptions={whole}
            {...figure("year")}
          />
        </ChangedMark>
        <ChangedMark isChanged={isMarked("area")}>
          <NumberField label={t("projects.area")} maxValue={limits.project.area.max} {...figure("area")} />
        </ChangedMark>
        <ChangedMark isChanged={isMarked("num_buildings")}>
          <NumberField
            label={t("projects.buildings")}
            maxValue={limits.project.count.max}
            formatOptions={whole}
            {...figure("num_buildings")}
          />
        </ChangedMark>
        <ChangedMark isChanged={isMarked("num_floors")}>
          <NumberField
            label={t("projects.floors")}
            maxValue={limits.project.count.max}
            formatOptions={whole}
            {...figure("num_floors")}
          />
        </ChangedMark>
      </div>
    </div>
  );
}
