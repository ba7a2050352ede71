import type { Language } from "#contract/languages.ts";
import { narrowingQuery, type SnagNarrowing } from "./snags.queries.ts";

/** Export format of snags. */
interface ExportFormat {
  readonly kind: "pdf" | "xlsx" | "bcf";
  readonly version?: "2.1" | "3.0";
}

export const exportFormats = [
  { key: "pdf", format: { kind: "pdf" } },
  { key: "xlsx", format: { kind: "xlsx" } },
  { key: "bcf_30", format: { kind: "bcf", version: "3.0" } },
  { key: "bcf_21", format: { kind: "bcf", version: "2.1" } },
] as const satisfies readonly { key: string; format: ExportFormat }[];

interface Wanted extends Partial<SnagNarrowing> {
  readonly id_project: number;
  /** Only these. */
  readonly ids?: readonly number[];
}

/** Address of the export file with the selected data of one project. */
export function exportAddress({ kind, version }: ExportFormat, wanted: Wanted, lang: Language): string {
  const query = {
    ...narrowingQuery({ ...wanted, id_project: null }),
    id_project: wanted.id_project,
    ...(wanted.ids && { ids: wanted.ids.join(",") }),
    lang,
    ...(version && { version }),
  };
  const said = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `/api/annotations/report/${kind}?${new URLSearchParams(said)}`;
}
