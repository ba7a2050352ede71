import type { Progress } from "#contract/progress.ts";
import type { Translate } from "#web/lib/use-text.ts";

/** Names of floors: of their floor plan, or numbered for users who may not view floor plans; null is the whole project. */
export function floorNames(floors: Progress["floors"], t: Translate): ReadonlyMap<number | null, string> {
  return new Map(
    floors.map(({ id_sheet, name }, index) => [
      id_sheet,
      id_sheet === null ? t("progress.whole_project") : name || t("progress.floor_n", { n: index + 1 }),
    ]),
  );
}

/** 'Ground floor · Lobby'. */
export function placeName(
  names: ReadonlyMap<number | null, string>,
  { id_sheet, place }: { id_sheet: number | null; place: string },
  t: Translate,
): string {
  const floor = names.get(id_sheet) ?? (id_sheet === null ? t("progress.whole_project") : "");
  if (place === "") return floor;
  return id_sheet === null || floor === "" ? place : `${floor} · ${place}`;
}
