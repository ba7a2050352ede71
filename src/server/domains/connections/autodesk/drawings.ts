import { limits } from "#contract/limits.ts";
import type { AutodeskClient } from "#server/integrations/autodesk/autodesk-client.ts";
import type { OutsideEntry } from "#server/integrations/autodesk/data.ts";
import type { OutsideSheet } from "#server/integrations/autodesk/drawings.ts";
import type { View } from "#server/integrations/autodesk/manifest.ts";
import { OutsideFailure } from "#server/integrations/outside-failure.ts";
import { type FolderWalk, type HubProject, notAll, type WithToken, walkFolders } from "./folder-walk.ts";
import type { SyncWarning } from "./syncs.ts";

/** A drawing of a project at Autodesk, from any source. */
export interface Drawing extends Omit<OutsideSheet, "collection"> {
  /** Stable across issues. */
  readonly drawing: string;
  /** How to get the drawing as a PDF; null if it is not available. */
  readonly source:
    | { readonly kind: "export" }
    | { readonly kind: "file"; storage: string; page: number }
    | null;
}

export interface Drawings {
  readonly items: readonly Drawing[];
  readonly warnings: readonly SyncWarning[];
}

type Client = Pick<AutodeskClient, "hubs" | "sheets" | "topFolders" | "contents" | "manifest">;

export interface Look {
  /** Location of the project; only requested where the project has no list of drawings. */
  readonly place: () => Promise<HubProject>;
  /** Result of an earlier folder walk. */
  readonly walked?: FolderWalk;
  /** Whether there is time for one more file: a user may be waiting. */
  readonly hasTime?: () => boolean;
}

/** Limit of drawings shown for one project. */
const most = 5000;
/** Limit of models that are searched for drawings where the project has no list of its own. */
const mostModels = 100;

/**
 * Lists the drawings of the Sheets API. It supports ACC Build projects only: elsewhere, the drawings are the flat views
 * of the project's files.
 */
export async function listDrawings(
  client: Client,
  ask: WithToken,
  project: string,
  { place, walked, hasTime = () => true }: Look,
): Promise<Drawings> {
  try {
    const items = await ask((access) => client.sheets(access, project, most));
    return { items: items.map(drawingOf), warnings: [] };
  } catch (error) {
    if (!isOtherProduct(error)) throw error;
  }
  const where = await place();
  const { items, warnings } = walked ?? (await walkFolders(client, ask, where, async () => hasTime()));
  const hubs = await ask((access) => client.hubs(access));
  // Models are stored in the region of their hub, and found in no other region.
  const region = hubs.items.find(({ id }) => id === where.hub)?.region;
  const models = items.filter(({ urn }) => urn !== null);
  const found: Drawing[] = [];
  const missing = walked === undefined ? [...warnings] : [];
  if (models.length > mostModels)
    missing.push({ title: "There are too many files.", detail: `Only ${mostModels} are searched.` });
  for (const model of models.slice(0, mostModels)) {
    if (!hasTime()) {
      missing.push(notAll);
      break;
    }
    try {
      const { views } = await ask((access) => client.manifest(access, model.urn ?? "", region));
      found.push(...viewsOf(model, views));
    } catch (error) {
      if (!(error instanceof OutsideFailure) || error.status === 401) throw error;
      missing.push({ title: model.name, detail: error.message });
    }
  }
  return { items: found.slice(0, most), warnings: missing };
}

/** The error of the Sheets API for a BIM 360 project is not documented: every error except that of the token counts. */
const isOtherProduct = (error: unknown) =>
  error instanceof OutsideFailure &&
  error.status !== 401 &&
  ["denied", "missing", "refused"].includes(error.trouble);

const drawingOf = ({ collection, ...sheet }: OutsideSheet): Drawing => ({
  ...sheet,
  drawing: `${collection}|${sheet.number}`.slice(0, limits.autodesk.id),
  source: { kind: "export" },
});

/** `A101 - Ground floor`, as Revit and Civil name their sheets. */
const numbered = /^(?:sheet:\s*)?([a-z]{1,4}[-. ]?\d[\w.-]*)\s*[-–:]\s*(\S.*)$/i;

/** Flat views of a file. Those of a PDF are its pages, in page order. */
export function viewsOf(file: OutsideEntry, views: readonly View[]): Drawing[] {
  const flat = views.filter(({ role }) => role === "2d");
  const stem = file.name.replace(/\.[^.]+$/, "");
  const isPdf = file.file_type === "pdf" && file.storage !== null;
  return flat.map(({ guid, name }, at) => {
    const [, ownNumber, ownTitle] = (!isPdf && numbered.exec(name)) || [];
    const number = ownNumber ?? (flat.length === 1 ? stem : `${stem} ${at + 1}`);
    return {
      id: `${file.id}#${guid}`,
      drawing: `${file.id}|${number}`.slice(0, limits.autodesk.id),
      number,
      title: ownTitle ?? (isPdf ? "" : name),
      versionSet: file.version === null ? "" : `V${file.version}`,
      issuedOn: file.updated_at?.slice(0, 10) ?? null,
      urn: file.urn,
      guid,
      source: isPdf ? { kind: "file", storage: file.storage ?? "", page: at + 1 } : null,
    };
  });
}
