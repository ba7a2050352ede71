import type { Project } from "#contract/projects.ts";
import { ownTimeZone } from "#web/lib/time-zones.ts";
import type { ProjectFields } from "../projects.queries.ts";
import type { Figure } from "./figure.ts";

type FigureName = "year" | "num_buildings" | "num_floors" | "area";
type DegreesName = "latitude" | "longitude";

/** The form's values: number fields hold the raw input. */
export type ProjectValues = Omit<ProjectFields, FigureName | DegreesName> &
  Record<FigureName, Figure> &
  Record<DegreesName, Figure | null>;

export const projectFields = [
  "name",
  "description",
  "status",
  "id_type",
  "category_ids",
  "location",
  "latitude",
  "longitude",
  "time_zone",
  "year",
  "num_buildings",
  "num_floors",
  "area",
] as const satisfies readonly (keyof ProjectFields)[];

/** Initial values of Add Project, beside the current year. */
const defaults = {
  status: "Design",
  num_buildings: 1,
  num_floors: 1,
  area: 0,
} as const satisfies Partial<ProjectFields>;

export function newProject(now: Date = new Date()): ProjectValues {
  return {
    ...defaults,
    name: "",
    description: "",
    location: "",
    latitude: null,
    longitude: null,
    time_zone: ownTimeZone(),
    year: now.getFullYear(),
    id_type: null,
    category_ids: [],
  };
}

export function valuesOf(project: Project): ProjectValues {
  const { name, description, status, location, latitude, longitude, time_zone } = project;
  const { year, num_buildings, num_floors, area } = project;
  return {
    name,
    description,
    status,
    location,
    latitude,
    longitude,
    time_zone,
    year,
    num_buildings,
    num_floors,
    area,
    id_type: project.type?.id ?? null,
    category_ids: project.categories.map(({ id }) => id).sort((a, b) => a - b),
  };
}

/**
 * Converts to wire format. Nothing is validated here: an invalid number is sent as it was typed, and the server's
 * answer says why.
 */
export const asSent = <T extends Partial<ProjectValues>>(values: T) => values as T & Partial<ProjectFields>;
