import type { AutodeskCalls, CallContext } from "./call-context.ts";
import { listDrawings } from "./drawings.ts";
import { findHub } from "./find-hub.ts";
import type { WithToken } from "./folder-walk.ts";
import { answering } from "./refusals.ts";
import { createShownSheets } from "./shown-sheets.ts";

type Calls =
  | "GET /api/autodesk/hubs"
  | "GET /api/autodesk/hubs/{hub}/projects"
  | "GET /api/autodesk/hubs/{hub}/projects/{project}/folders"
  | "GET /api/autodesk/hubs/{hub}/projects/{project}/folders/{folder}/contents"
  | "GET /api/autodesk/projects/{project}/items/{item}/versions"
  | "GET /api/autodesk/projects/{project}/sheets"
  | "GET /api/autodesk/models/manifest";

/** Limit of entries of one folder in an interactive response. */
const shownEntries = 5000;
/** Milliseconds after which an interactive response returns the entries found so far. */
const shownWithin = 20_000;

/** Calls that browse the content visible to the caller's account at Autodesk. */
export function browseCalls({
  db,
  clock,
  client,
  tokens,
  links,
  assertReady,
  withToken,
}: CallContext): Pick<AutodeskCalls, Calls> {
  const shownSheets = createShownSheets(db);
  return {
    "GET /api/autodesk/hubs": (caller) => withToken(caller, "read", client.hubs),
    "GET /api/autodesk/hubs/{hub}/projects": async ({ params: { hub }, query, ...caller }) => {
      const { items, warnings } = await withToken(caller, "read", (access) => client.projects(access, hub));
      const known = await links.ofProjects(
        caller.user,
        items.map(({ id }) => id),
      );
      const all = items.map((project) => ({
        ...project,
        hub_id: hub,
        link: known.get(project.id) ?? null,
      }));
      return {
        items: query.exclude_existing === true ? all.filter(({ link }) => link === null) : all,
        warnings,
      };
    },
    "GET /api/autodesk/hubs/{hub}/projects/{project}/folders": ({ params, ...caller }) =>
      withToken(caller, "read", (access) => client.topFolders(access, params.hub, params.project)),
    "GET /api/autodesk/hubs/{hub}/projects/{project}/folders/{folder}/contents": ({ params, ...caller }) =>
      withToken(caller, "read", (access) =>
        client.contents(access, params.project, params.folder, shownEntries),
      ),
    "GET /api/autodesk/projects/{project}/items/{item}/versions": async ({ params, ...caller }) => ({
      items: await withToken(caller, "read", (access) =>
        client.versions(access, params.project, params.item),
      ),
    }),
    "GET /api/autodesk/projects/{project}/sheets": async ({ params: { project }, query, user, reply }) => {
      await assertReady(user.id);
      const ask: WithToken = (work) => tokens.withToken(user.id, "read", work);
      const until = clock.now().getTime() + shownWithin;
      const { items, warnings } = await answering(reply, () =>
        listDrawings(client, ask, project, {
          place: () => findHub({ client, ask, links }, user, project, query.hub),
          hasTime: () => clock.now().getTime() < until,
        }),
      );
      const shown = await shownSheets(user, project);
      return {
        items: items.map(({ drawing, source, versionSet, issuedOn, ...sheet }) => ({
          ...sheet,
          version_set: versionSet,
          issued_on: issuedOn,
          id_sheet: shown.get(drawing) ?? null,
          can_import: source !== null,
        })),
        warnings: [...warnings],
      };
    },
    "GET /api/autodesk/models/manifest": ({ query, ...caller }) =>
      withToken(caller, "read", (access) => client.manifest(access, query.urn, query.region)),
  };
}
