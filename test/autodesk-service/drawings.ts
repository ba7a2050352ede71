import { randomUUID } from "node:crypto";
import { type Answer, type Call, exactly, NotInContract } from "./answer.ts";
import { storageKey } from "./data.ts";
import { projects, type SiteSheet } from "./site.ts";
import type { Service } from "./state.ts";

/** `/modelderivative/v2/designdata/{urn}/manifest`: every poll advances the translation of a model. */
export function manifest({ path, url, headers, method }: Call, { site, polls }: Service): Answer {
  const [, , , urn = "", last] = path;
  if (method !== "GET" || last !== "manifest" || path.length !== 5) throw new NotInContract(url.pathname);
  exactly(url.searchParams, {});
  const model = site.models[urn];
  if (model === undefined || (model.region ?? "US") !== (headers["region"] ?? "US"))
    return { status: 404, json: { diagnostic: "The requested resource does not exist." } };
  const poll = polls.get(urn) ?? 0;
  polls.set(urn, poll + 1);
  const status = model.states[Math.min(poll, model.states.length - 1)];
  const isOver = status === "success" || status === "failed";
  const children = model.views.map(({ guid, role, name }) => ({
    guid,
    type: "geometry",
    role,
    name,
    viewableID: guid,
    status,
    ...(role === "2d" && { phaseNames: "New construction" }),
    // Cameras and files are children as well, but not views.
    children: [
      { guid: `${guid}-camera`, type: "view", role, name, status },
      { guid: `${guid}-file`, type: "resource", role: "graphics", mime: "application/autodesk-svf", status },
    ],
  }));
  return {
    status: 200,
    json: {
      type: "manifest",
      hasThumbnail: "true",
      status,
      progress: isOver ? "complete" : status === "pending" ? "0% complete" : "42% complete",
      region: model.region ?? "US",
      urn,
      version: "1.0",
      derivatives: [
        {
          name: "model",
          status,
          progress: isOver ? "complete" : "42% complete",
          outputType: "svf2",
          children: status === "success" ? children : [],
          ...(model.messages !== undefined && {
            messages: model.messages.map((message) => ({
              type: "error",
              code: "TranslationWorker",
              message,
            })),
          }),
        },
      ],
    },
  };
}

const refusal = (status: number, code: string, title: string): Answer => ({
  status,
  json: { code, title, detail: title },
});

/** `/construction/sheets/v1/projects/{project}/…` */
export function sheets(call: Call, service: Service): Answer {
  const { path, method, url } = call;
  const [, , , , given = "", kind, id] = path;
  const project = projects.find((one) => one.id === given || one.id === `b.${given}`);
  if (project === undefined) return refusal(404, "ERR_RESOURCE_NOT_EXIST", "Project not found");
  if (!project.isAcc) return refusal(403, "ERR_NOT_ALLOWED", "API access denied");
  const all = service.site.sheets.get(project.id) ?? [];
  if (method === "GET" && kind === "sheets" && id === undefined) return list(call, service, all);
  if (method === "POST" && kind === "exports" && id === undefined) return begin(call, service, all);
  if (method === "GET" && kind === "exports" && id !== undefined && path.length === 7)
    return state(id, service);
  throw new NotInContract(`${method} ${url.pathname}`);
}

function list({ url }: Call, { knobs }: Service, all: readonly SiteSheet[]): Answer {
  exactly(url.searchParams, { optional: ["currentOnly", "collectionId", "limit", "offset"] });
  const query = url.searchParams;
  const [limit, offset] = [Number(query.get("limit") ?? 100), Number(query.get("offset") ?? 0)];
  if (limit < 1 || limit > 100 || offset < 0) return refusal(400, "ERR_BAD_INPUT", "limit");
  // Without it, only sheets outside any collection are listed.
  const wanted =
    query.get("collectionId") === "*" ? all : all.filter(({ collection }) => collection === null);
  const size = knobs.pageSize > 0 ? Math.min(knobs.pageSize, limit) : limit;
  const results = wanted.slice(offset, offset + size).map(wire);
  return {
    status: 200,
    json: {
      results,
      pagination: {
        limit: size,
        offset,
        previousUrl: "",
        nextUrl: offset + size < wanted.length ? `${url.origin}${url.pathname}?offset=${offset + size}` : "",
        totalResults: wanted.length,
      },
    },
  };
}

const wire = ({ id, number, title, collection, versionSet }: SiteSheet) => ({
  id,
  number,
  title,
  versionSet: { ...versionSet, deleted: false },
  createdAt: "2026-01-15T05:21:05.391Z",
  createdBy: "U1",
  createdByName: "Site Architect",
  updatedAt: "2026-01-15T05:21:05.391Z",
  updatedBy: "U1",
  updatedByName: "Site Architect",
  uploadFileName: "drawings.pdf",
  uploadId: "5cb5d9da-060e-421e-bca9-97dd8b5cd800",
  tags: [],
  paperSize: [1000, 600],
  isCurrent: true,
  deleted: false,
  deletedAt: null,
  deletedBy: null,
  deletedByName: null,
  viewable: { urn: `urn:adsk.bimdocs:seed:${id}`, guid: `guid-${id}` },
  collection: collection === null ? null : { id: collection, name: collection },
});

const optionNames = ["outputFileName", "standardMarkups", "issueMarkups", "photoMarkups"];

function begin({ json, url }: Call, { exports }: Service, all: readonly SiteSheet[]): Answer {
  exactly(url.searchParams, {});
  const { options = {}, sheets: ids, ...rest } = json as { options?: object; sheets?: string[] };
  const unknown = [
    ...Object.keys(rest),
    ...Object.keys(options).filter((name) => !optionNames.includes(name)),
  ];
  if (unknown.length > 0) throw new NotInContract(`field ${unknown.join(", ")}`);
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > 1000)
    return refusal(400, "ERR_BAD_INPUT", "sheets");
  const [wanted] = all.filter(({ id }) => ids.includes(id));
  if (wanted === undefined) return refusal(404, "ERR_RESOURCE_NOT_EXIST", "Some resources are not found");
  // Autodesk joins several into one file; the product never requests that.
  if (ids.length > 1) throw new NotInContract("an export of several drawings");
  const id = randomUUID();
  exports.set(id, wanted.pdf);
  return { status: 202, json: { id, status: "processing" } };
}

function state(id: string, { exports, polls, knobs, origin }: Service): Answer {
  if (!exports.has(id)) return refusal(404, "ERR_RESOURCE_NOT_EXIST", "The job does not exist");
  if (knobs.exportPolls < 0) {
    const error = { code: "403", title: "ERR_NOT_ALLOWED", detail: "The drawing was deleted" };
    return { status: 200, json: { id, status: "failed", result: { error } } };
  }
  const poll = polls.get(id) ?? 0;
  polls.set(id, poll + 1);
  if (poll < knobs.exportPolls) return { status: 200, json: { id, status: "processing" } };
  const signedUrl = `${origin}/storage/${id}/result.pdf?Signature=signed`;
  return { status: 200, json: { id, status: "successful", result: { output: { signedUrl } } } };
}

/** `/oss/v2/buckets/{bucket}/objects/{key}/signeds3download` */
export function storage({ path, url, method }: Call, { site, origin, exports }: Service): Answer {
  const [, , , bucket, , key, last] = path;
  if (method !== "GET" || last !== "signeds3download" || path.length !== 7)
    throw new NotInContract(url.pathname);
  exactly(url.searchParams, { optional: ["minutesExpiration", "useCdn"] });
  const item = [...site.folders.values()]
    .flatMap(({ items }) => items)
    .find((one) => storageKey(one) === key);
  if (bucket !== "wip.dm.prod" || item?.file === undefined)
    return { status: 404, json: { reason: "Object not found" } };
  const id = randomUUID();
  exports.set(id, item.file);
  return {
    status: 200,
    json: {
      status: "complete",
      url: `${origin}/storage/${id}/result.pdf?Signature=signed`,
      params: {},
      size: item.file.length,
      sha1: "0",
    },
  };
}
