import type { Snag } from "#contract/snags.ts";
import { useFormat } from "#web/lib/format.ts";
import { useIsOfAll } from "./use-open-snag.ts";

/** Numbers are unique within a project: with several projects each one includes its project. */
export function useNumberOf(): (snag: Pick<Snag, "number" | "project">) => string {
  const format = useFormat();
  const isOfAll = useIsOfAll();
  return ({ number, project }) => `#${format.number(number)}${isOfAll ? ` · ${project}` : ""}`;
}
