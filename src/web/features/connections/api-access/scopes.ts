import type { Scope } from "#contract/api-access.ts";
import { type ApiArea, apiAreas } from "#contract/choices.ts";

export const levels = ["none", "read", "write"] as const;
export type Level = (typeof levels)[number];
/** Selected level for each area; a missing area opens nothing. */
export type ChosenLevels = Readonly<Partial<Record<ApiArea, Level>>>;

export function areaAndLevel(scope: Scope): { readonly area: ApiArea; readonly level: "read" | "write" } {
  const [area, level] = scope.split(":") as [ApiArea, "read" | "write"];
  return { area, level };
}

/** In the usual order of areas. Writing includes reading, so one scope per area is enough. */
export const scopesOf = (chosen: ChosenLevels): Scope[] =>
  apiAreas.flatMap((area) => {
    const level = chosen[area] ?? "none";
    return level === "none" ? [] : [`${area}:${level}` as const];
  });

export const allReading: ChosenLevels = Object.fromEntries(apiAreas.map((area) => [area, "read"]));
