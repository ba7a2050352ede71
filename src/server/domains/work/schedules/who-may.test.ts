import { describe, expect, it } from "vitest";
import { mspdi, tower } from "./mspdi/mspdi.fixture.ts";
import { schedulesWorld, taskOf } from "./schedules.fixture.ts";

const world = schedulesWorld();
const { db, site, send, preview, apply, bring, look, fetchXml, tell } = world;

describe("permissions", () => {
  it("show nothing of an outsider's schedule, and allow no change of it", async () => {
    const { stranger, id_project: id, editor } = world.is;
    const { id: task } = taskOf(await bring(id), 3);
    const own = await site();
    await world.is.app.join(own, stranger, "manager");
    expect(await look(own, stranger)).toBeNull();
    const calls = [
      ["GET /api/projects/{id}/schedule", undefined],
      ["GET /api/projects/{id}/schedule/export", undefined],
      ["DELETE /api/projects/{id}/schedule", undefined],
      ["POST /api/projects/{id}/schedule", { token: "x" }],
    ] as const;
    for (const [route, body] of calls)
      expect(await stranger.client.refused(route, { params: { id }, ...(body && { body }) })).toMatchObject({
        status: 404,
      });
    expect((await send(id, mspdi(tower), stranger)).status).toBe(404);
    // A project of one's own gives no access to tasks of this one.
    for (const route of ["PUT", "DELETE"] as const) {
      const refused = await stranger.client.refused(`${route} /api/projects/{id}/schedule/tasks/{task}`, {
        params: { id: own, task },
        ...(route === "PUT" && { body: { percent: 99 } }),
      });
      expect(refused).toMatchObject({ status: 404 });
    }
    expect(taskOf(await look(id), 3).percent).toBe(44);
    // Updating progress is for members who visit the site, importing for those who run the project.
    expect((await send(id, mspdi(tower), editor)).status).toBe(403);
  });

  it("allow reading without the tool, but no import", async () => {
    const { owner } = world.is;
    const id = await site();
    const shown = await preview(id);
    await db()
      .updateTable("users")
      .set({ tools_off: ["ms_project"] })
      .where("id", "=", owner.id)
      .execute();
    const off = { status: 403, body: { code: "TOOL_OFF" } };
    expect(await send(id, mspdi(tower))).toMatchObject(off);
    expect(
      await owner.client.raw("POST /api/projects/{id}/schedule", {
        params: { id },
        body: { token: shown.token },
      }),
    ).toMatchObject(off);
    await db().updateTable("users").set({ tools_off: [] }).where("id", "=", owner.id).execute();
    await apply(id, shown.token);
    await db()
      .updateTable("users")
      .set({ tools_off: ["ms_project"] })
      .where("id", "=", owner.id)
      .execute();
    expect((await look(id))?.can).toEqual({ edit: true, import: false, remove: true });
    expect(await fetchXml(id)).toContain("<UID>3</UID>");
    expect(taskOf(await tell(id, 3, { percent: 50 }), 3).percent).toBe(50);
    await db().updateTable("users").set({ tools_off: [] }).where("id", "=", owner.id).execute();
  });
});
