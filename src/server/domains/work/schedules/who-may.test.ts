import { describe, expect, it } from "vitest";
import { mspdi, tower } from "./mspdi/mspdi.fixture.ts";
import { schedulesWorld, taskOf } from "./schedules.fixture.ts";

const world = schedulesWorld();
const { db, site, send, preview, apply, bring, look, fetchXml, tell } = world;

describe("who may", () => {
  it("see nothing of a stranger's schedule, and change nothing of it", async () => {
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
    // By way of a project of his own he reaches no task of this one.
    for (const route of ["PUT", "DELETE"] as const) {
      const refused = await stranger.client.refused(`${route} /api/projects/{id}/schedule/tasks/{task}`, {
        params: { id: own, task },
        ...(route === "PUT" && { body: { percent: 99 } }),
      });
      expect(refused).toMatchObject({ status: 404 });
    }
    expect(taskOf(await look(id), 3).percent).toBe(44);
    // Telling is for who walks the site, bringing in for who runs the project.
    expect((await send(id, mspdi(tower), editor)).status).toBe(403);
  });

  it("read on when the tool is switched off for him, but bring in nothing", async () => {
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
