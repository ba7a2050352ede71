import type { z } from "zod";
import type { AutodeskEntry, AutodeskHub, AutodeskVersion } from "#contract/autodesk.ts";
import { limits } from "#contract/limits.ts";
import type { OutsideCall } from "../outside-call.ts";
import { OutsideFailure } from "../outside-failure.ts";
import { bearer, readAnswer } from "./authentication.ts";
import {
  Entry,
  Hub,
  type OutsideVersion,
  type OutsideWarning,
  Paged,
  Project,
  Version,
} from "./data-shapes.ts";

/** A list, with warnings about missing entries. */
export interface Told<T> {
  readonly items: T[];
  readonly warnings: OutsideWarning[];
}

export interface OutsideProject {
  readonly id: string;
  readonly name: string;
}

/** An entry of a folder; for an item also the storage of its newest version (`urn:adsk.objects:os.object:…`). */
export type OutsideEntry = AutodeskEntry & { readonly storage: string | null };

/** Maximum page size of the API. */
const perPage = 200;

/** Hubs, projects, folders and files. Every call throws `OutsideFailure`. */
export function data(api: string, call: OutsideCall) {
  const get = async (access: string, path: string, query: Record<string, string | number> = {}) =>
    (await call({ method: "GET", url: `${api}${path}`, query, headers: bearer(access) })).body;

  /** All pages (counted from 0). A failure after the first page leaves a warning, and the pages before it. */
  async function pages<T extends z.ZodType>(
    access: string,
    path: string,
    item: T,
    most: number,
  ): Promise<Told<z.output<T>> & { readonly included: unknown[] }> {
    const told = { items: [] as z.output<T>[], warnings: [] as OutsideWarning[], included: [] as unknown[] };
    for (let page = 0; ; page++) {
      try {
        const body = await get(access, path, { "page[number]": page, "page[limit]": perPage });
        const { data: found, links, meta, included } = readAnswer(Paged(item), body);
        told.items.push(...found);
        told.warnings.push(...(meta?.warnings ?? []));
        told.included.push(...(included ?? []));
        if (links?.next === undefined || links.next === null) return told;
        if (found.length === 0) return told;
      } catch (error) {
        if (page === 0 || !(error instanceof OutsideFailure) || error.status === 401) throw error;
        told.warnings.push({ title: "The list is not complete.", detail: error.message });
        return told;
      }
      if (told.items.length >= most) {
        told.warnings.push({ title: "The list is not complete.", detail: `Only ${most} are shown.` });
        return told;
      }
    }
  }

  return {
    async hubs(access: string): Promise<Told<AutodeskHub>> {
      const { data: found, meta } = readAnswer(Paged(Hub), await get(access, "/project/v1/hubs"));
      return { items: found.map(hubOf), warnings: meta?.warnings ?? [] };
    },
    async projects(access: string, hub: string): Promise<Told<OutsideProject>> {
      const path = `/project/v1/hubs/${encodeURIComponent(hub)}/projects`;
      const { items, warnings } = await pages(access, path, Project, limits.autodesk.entries);
      return { items: items.map(projectOf), warnings };
    },
    async project(access: string, hub: string, project: string): Promise<OutsideProject> {
      const path = `/project/v1/hubs/${encodeURIComponent(hub)}/projects/${encodeURIComponent(project)}`;
      const { data: found } = readAnswer(Paged(Project).extend({ data: Project }), await get(access, path));
      return projectOf(found);
    },
    async topFolders(access: string, hub: string, project: string): Promise<Told<OutsideEntry>> {
      const path = `/project/v1/hubs/${encodeURIComponent(hub)}/projects/${encodeURIComponent(project)}/topFolders`;
      const body = await get(access, path, { excludeDeleted: "true", projectFilesOnly: "true" });
      const { data: found, meta } = readAnswer(Paged(Entry), body);
      return { items: entriesOf(found, []), warnings: meta?.warnings ?? [] };
    },
    async contents(
      access: string,
      project: string,
      folder: string,
      most: number = limits.autodesk.entries,
    ): Promise<Told<OutsideEntry>> {
      const path = `/data/v1/projects/${encodeURIComponent(project)}/folders/${encodeURIComponent(folder)}/contents`;
      const { items, warnings, included } = await pages(access, path, Entry, most);
      return { items: entriesOf(items, included), warnings };
    },
    async versions(access: string, project: string, item: string): Promise<AutodeskVersion[]> {
      const path = `/data/v1/projects/${encodeURIComponent(project)}/items/${encodeURIComponent(item)}/versions`;
      const { items } = await pages(access, path, Version, perPage);
      return items.map(versionOf).sort((a, b) => b.number - a.number);
    },
  };
}

const projectOf = ({ id, attributes }: z.output<typeof Project>): OutsideProject => ({
  id,
  name: attributes.name,
});

function hubOf({ id, attributes: { name, region, extension } }: z.output<typeof Hub>): AutodeskHub {
  // Both products keep their projects in the same kind of hub.
  const kinds: Readonly<Record<string, AutodeskHub["kind"]>> = {
    "hubs:autodesk.bim360:Account": "acc",
    "hubs:autodesk.core:Hub": "team",
    "hubs:autodesk.a360:PersonalHub": "personal",
  };
  return { id, name, region: region === "" ? "US" : region, kind: kinds[extension?.type ?? ""] ?? "other" };
}

/** Folders first, each by name; items with the data of their newest version. */
function entriesOf(found: readonly z.output<typeof Entry>[], included: readonly unknown[]): OutsideEntry[] {
  const tips = new Map<string, OutsideVersion>();
  for (const one of included) {
    const version = Version.safeParse(one);
    if (version.success) tips.set(version.data.id, version.data);
  }
  return found
    .filter(({ attributes }) => attributes.hidden !== true)
    .map((entry) => entryOf(entry, tips.get(entry.relationships?.tip?.data?.id ?? "")))
    .sort((a, b) => (a.kind === b.kind ? byName.compare(a.name, b.name) : a.kind === "folder" ? -1 : 1));
}

const byName = new Intl.Collator("en", { numeric: true });

function entryOf(
  { type, id, attributes }: z.output<typeof Entry>,
  tip: OutsideVersion | undefined,
): OutsideEntry {
  const name = attributes.displayName === "" ? attributes.name : attributes.displayName;
  const common = { id, name: name === "" ? (tip?.attributes.name ?? id) : name };
  const updated = {
    updated_at: instant(tip?.attributes.lastModifiedTime) ?? instant(attributes.lastModifiedTime),
    updated_by: tip?.attributes.lastModifiedUserName || attributes.lastModifiedUserName,
  };
  if (type === "folders")
    return {
      ...common,
      ...updated,
      kind: "folder",
      file_type: "",
      bytes: null,
      version: null,
      urn: null,
      storage: null,
    };
  return {
    ...common,
    ...updated,
    kind: "item",
    file_type: (tip?.attributes.fileType || suffixOf(common.name)).toLowerCase(),
    bytes: tip?.attributes.storageSize ?? null,
    version: tip?.attributes.versionNumber ?? null,
    urn: tip?.relationships?.derivatives?.data?.id ?? null,
    storage: tip?.relationships?.storage?.data?.id ?? null,
  };
}

const versionOf = ({ id, attributes, relationships }: OutsideVersion): AutodeskVersion => ({
  id,
  number: attributes.versionNumber,
  name: attributes.displayName === "" ? attributes.name : attributes.displayName,
  bytes: attributes.storageSize ?? null,
  urn: relationships?.derivatives?.data?.id ?? null,
  created_at: instant(attributes.createTime) ?? "",
  created_by: attributes.createUserName,
});

const suffixOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1] ?? "";

/** Times have seven fractional digits. */
function instant(time: string | undefined): string | null {
  const at = Date.parse((time ?? "").replace(/(\.\d{3})\d+/, "$1"));
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
