import { recordActivity } from "#server/platform/activity.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AutodeskCalls, CallContext } from "./call-context.ts";
import { assertLinked, linkToWire } from "./links.ts";
import { answering } from "./refusals.ts";
import { syncToWire } from "./syncs.ts";

type Calls =
  | "POST /api/autodesk/sync-hub"
  | "POST /api/autodesk/sync-project"
  | "GET /api/autodesk/syncs"
  | "GET /api/autodesk/links"
  | "DELETE /api/autodesk/links/{id}"
  | "POST /api/autodesk/links/{id}/sheets";

/** Calls for background syncs and for the links between projects here and at Autodesk. */
export function linkCalls({
  db,
  client,
  tokens,
  links,
  syncs,
  assertOpen,
  assertReady,
  withToken,
}: CallContext): Pick<AutodeskCalls, Calls> {
  return {
    "POST /api/autodesk/sync-hub": async ({ body, ...caller }) => {
      const { items } = await withToken(caller, "read", client.hubs);
      const hub = items.find(({ id }) => id === body.hub_id);
      if (hub === undefined) throw new AppError("AUTODESK_UNKNOWN");
      const wanted = { id_user: caller.user.id, kind: "hub", subject_id: hub.id, name: hub.name } as const;
      return syncToWire(await db.transaction().execute((trx) => syncs.begin(trx, wanted)));
    },
    "POST /api/autodesk/sync-project": async ({ body, request, ...caller }) => {
      const { project_id: id_project, adsk_hubId: hub_id, adsk_project_id } = body;
      const { user } = caller;
      const project = await withToken(caller, "read", (access) =>
        client.project(access, hub_id, adsk_project_id),
      );
      const name = project.name.trim();
      const { id, row } = await db.transaction().execute(async (trx) => {
        const wanted = { id_project, hub_id, adsk_project_id, name };
        const link = assertLinked(await links.put(trx, wanted, { id: user.id, address: request.ip }));
        const about = { kind: "project", subject_id: String(link.id), id_link: link.id, name } as const;
        return { id: link.id, row: await syncs.begin(trx, { id_user: user.id, ...about }) };
      });
      return { link: linkToWire(await links.one(user, id), user), sync: syncToWire(row) };
    },
    "GET /api/autodesk/syncs": async ({ user }) => {
      await assertOpen(user.id);
      return (await syncs.list(user.id)).map(syncToWire);
    },
    "GET /api/autodesk/links": async ({ user }) => {
      await assertOpen(user.id);
      return (await links.list(user)).map((link) => linkToWire(link, user));
    },
    "DELETE /api/autodesk/links/{id}": async ({ subject, user, request }) => {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom("autodesk_links").where("id", "=", subject.id).execute();
        await recordActivity(trx, {
          id_user: user.id,
          action: "autodesk.unlinked",
          subject: { kind: "autodesk", id: subject.id, name: subject.name },
          id_project: subject.id_project,
          address: request.ip,
        });
      });
      return {};
    },
    "POST /api/autodesk/links/{id}/sheets": async ({ subject, body, user, reply }) => {
      await answering(reply, async () => {
        await assertReady(user.id);
        await tokens.tokenFor(user.id, "read");
      });
      const row = await db.transaction().execute((trx) =>
        syncs.begin(trx, {
          id_user: user.id,
          kind: "sheets",
          subject_id: String(subject.id),
          id_link: subject.id,
          name: subject.name,
          wanted: [...new Set(body.sheets)],
        }),
      );
      return syncToWire(row);
    },
  };
}
