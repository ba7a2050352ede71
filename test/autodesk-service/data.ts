import { type Answer, type Call, exactly, NotInContract } from "./answer.ts";
import { hubs, projects, type SiteFolder, type SiteItem } from "./site.ts";
import type { Service } from "./state.ts";

const missing: Answer = {
  status: 404,
  json: {
    jsonapi: { version: "1.0" },
    errors: [{ status: "404", code: "NOT_FOUND", detail: "The resource does not exist." }],
  },
};
export const denied = (detail: string): Answer => ({
  status: 403,
  json: { jsonapi: { version: "1.0" }, errors: [{ status: "403", code: "C4R", detail }] },
});
const warning = {
  Id: null,
  HttpStatusCode: "403",
  ErrorCode: "BIM360DM_ERROR",
  Title: "Unable to get hubs from BIM360DM EMEA.",
  Detail: "You don't have permission to access this API.",
  AboutLink: null,
  Source: [],
  meta: [],
};

/** `/project/v1/…` and `/data/v1/…` */
export function browse(call: Call, service: Service): Answer {
  const { path, url } = call;
  if (call.method !== "GET") throw new NotInContract(`${call.method} ${url.pathname}`);
  const [api, , kind, id = "", sub, subId = "", last, ...rest] = path;
  if (rest.length > 0) throw new NotInContract(url.pathname);
  if (api === "project" && kind === "hubs") {
    if (id === "") return listHubs(call, service);
    const hub = hubs.find((one) => one.id === id);
    if (hub === undefined) return missing;
    if (sub !== "projects") throw new NotInContract(url.pathname);
    if (subId === "") return listProjects(call, service, id);
    const project = projects.find((one) => one.hub === id && one.id === subId);
    if (project === undefined) return missing;
    if (last === undefined)
      return { status: 200, json: { jsonapi: { version: "1.0" }, data: projectOf(project) } };
    if (last === "topFolders") return topFolders(call, service, project.id);
  }
  if (api === "data" && kind === "projects") {
    if (!projects.some((one) => one.id === id)) return missing;
    if (sub === "folders" && last === "contents") return contents(call, service, subId);
    if (sub === "items" && last === "versions") return versions(call, service, subId);
  }
  throw new NotInContract(url.pathname);
}

function listHubs({ url }: Call, { knobs }: Service): Answer {
  exactly(url.searchParams, {});
  const shown = knobs.isPartial ? hubs.filter(({ region }) => region !== "EMEA") : hubs;
  const data = shown.map(({ id, name, region, type }) => ({
    type: "hubs",
    id,
    attributes: { name, region, extension: { type, version: "1.0", data: {} } },
  }));
  return {
    status: 200,
    json: {
      jsonapi: { version: "1.0" },
      links: {},
      data,
      ...(knobs.isPartial && { meta: { warnings: [warning] } }),
    },
  };
}

function listProjects(call: Call, service: Service, hub: string): Answer {
  const mine = projects.filter((one) => one.hub === hub).map(projectOf);
  return page(call, service, mine, []);
}

const projectOf = ({ id, name, isAcc }: (typeof projects)[number]) => ({
  type: "projects",
  id,
  attributes: {
    name,
    scopes: ["global"],
    extension: {
      type: "projects:autodesk.bim360:Project",
      version: "1.0",
      data: { projectType: isAcc ? "ACC" : "BIM360" },
    },
  },
});

/** Counted from 0, at most 200 on a page. */
function page(
  call: Call,
  { knobs, origin }: Service,
  all: readonly unknown[],
  extra: readonly string[],
  included?: unknown[],
): Answer {
  const { searchParams: query, pathname } = call.url;
  exactly(query, { optional: ["page[number]", "page[limit]", ...extra] });
  const number = Number(query.get("page[number]") ?? 0);
  const limit = Number(query.get("page[limit]") ?? 200);
  if (!Number.isInteger(number) || number < 0 || !Number.isInteger(limit) || limit < 1 || limit > 200)
    return { status: 400, json: { errors: [{ status: "400", code: "BAD_INPUT", detail: "page" }] } };
  if (knobs.brokenPage >= 0 && number >= knobs.brokenPage)
    return {
      status: 500,
      json: { errors: [{ status: "500", code: "INTERNAL", detail: "The page failed." }] },
    };
  const size = knobs.pageSize > 0 ? Math.min(knobs.pageSize, limit) : limit;
  const data = all.slice(number * size, (number + 1) * size);
  const hasNext = (number + 1) * size < all.length;
  const href = `${origin}${pathname}?page%5Bnumber%5D=${number + 1}&page%5Blimit%5D=${limit}`;
  return {
    status: 200,
    json: {
      jsonapi: { version: "1.0" },
      links: { self: { href: call.url.href }, ...(hasNext && { next: { href } }) },
      data,
      ...(included !== undefined && { included }),
    },
  };
}

function topFolders({ url }: Call, { site }: Service, project: string): Answer {
  exactly(url.searchParams, { optional: ["excludeDeleted", "projectFilesOnly"] });
  const data = (site.tops[project] ?? []).flatMap((id) => site.folders.get(id) ?? []).map(folderOf);
  return { status: 200, json: { jsonapi: { version: "1.0" }, links: {}, data } };
}

function contents(call: Call, service: Service, id: string): Answer {
  const { site } = service;
  const folder = site.folders.get(id);
  if (folder === undefined) return missing;
  if (folder.isDenied) return denied("You don't have permission to look into this folder.");
  const inside = folder.folders.flatMap((one) => site.folders.get(one) ?? []);
  return page(
    call,
    service,
    [...folder.items.map(itemOf), ...inside.map(folderOf)],
    ["filter[type]"],
    folder.items.map((item) => versionOf(item, item.versions)),
  );
}

function versions(call: Call, service: Service, id: string): Answer {
  const item = [...service.site.folders.values()].flatMap(({ items }) => items).find((one) => one.id === id);
  if (item === undefined) return missing;
  const all = Array.from({ length: item.versions }, (_, at) => versionOf(item, item.versions - at));
  return page(call, service, all, []);
}

const changed = {
  createTime: "2026-01-10T08:30:00.0000000Z",
  createUserId: "U1",
  createUserName: "Site Architect",
  lastModifiedTime: "2026-01-12T09:45:30.1234567Z",
  lastModifiedUserId: "U1",
  lastModifiedUserName: "Site Architect",
};

const folderOf = ({ id, name }: SiteFolder) => ({
  type: "folders",
  id,
  attributes: {
    name,
    displayName: name,
    ...changed,
    hidden: false,
    objectCount: 1,
    extension: { type: "folders:autodesk.bim360:Folder", version: "1.0", data: {} },
  },
});

const versionId = ({ id }: SiteItem, number: number) =>
  `${id.replace("dm.lineage:", "fs.file:vf.")}?version=${number}`;

const itemOf = (item: SiteItem) => ({
  type: "items",
  id: item.id,
  attributes: {
    displayName: item.name,
    ...changed,
    hidden: false,
    reserved: false,
    extension: { type: "items:autodesk.bim360:File", version: "1.0", data: {} },
  },
  relationships: { tip: { data: { type: "versions", id: versionId(item, item.versions) } } },
});

const versionOf = (item: SiteItem, number: number) => ({
  type: "versions",
  id: versionId(item, number),
  attributes: {
    name: item.name,
    displayName: item.name,
    ...changed,
    versionNumber: number,
    storageSize: item.bytes,
    fileType: item.name.split(".").at(-1),
    extension: { type: "versions:autodesk.bim360:File", version: "1.0", data: {} },
  },
  relationships: {
    item: { data: { type: "items", id: item.id } },
    storage: { data: { type: "objects", id: `urn:adsk.objects:os.object:wip.dm.prod/${storageKey(item)}` } },
    ...(item.urn !== null && { derivatives: { data: { type: "derivatives", id: item.urn } } }),
  },
});

export const storageKey = ({ id, name }: SiteItem) => `${id.split(":").at(-1)}.${name.split(".").at(-1)}`;
