import type { Category } from "#contract/projects.ts";
import { comma } from "#web/lib/comma.ts";
import type { Translate } from "#web/lib/use-text.ts";
import type { ProjectValues } from "../form/project-draft.ts";

/** Unsaved input as text to be kept elsewhere: a line for each field, with its label. */
export function typedText(
  changes: Partial<ProjectValues>,
  categories: readonly Category[],
  t: Translate,
): string {
  const names = {
    name: "projects.name",
    description: "projects.description",
    status: "projects.status",
    id_type: "projects.type",
    category_ids: "projects.categories",
    location: "projects.location",
    latitude: "projects.latitude",
    longitude: "projects.longitude",
    time_zone: "projects.time_zone",
    year: "projects.year",
    num_buildings: "projects.buildings",
    num_floors: "projects.floors",
    area: "projects.area",
  } as const;
  const said = (field: keyof ProjectValues): string => {
    if (field === "status" && changes.status) return t(`projects.statuses.${changes.status}`);
    if (field === "category_ids")
      return (changes.category_ids ?? [])
        .map((id) => categories.find((one) => one.id === id)?.name ?? String(id))
        .join(comma());
    return String(changes[field] ?? "");
  };
  const fields = Object.keys(changes) as (keyof ProjectValues)[];
  return fields.map((field) => `${t(names[field])}: ${said(field)}`).join("\n");
}
