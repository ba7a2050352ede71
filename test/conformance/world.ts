import type { SamplePlace } from "#server/platform/samples.ts";
import { panorama } from "#test/pictures.ts";
import type { TestApp } from "../app.ts";
import type { TestClient } from "../client.ts";

export type RoleName = "guest" | "demo" | "stranger" | "viewer" | "editor" | "owner" | "super_admin";

/** Everybody who may knock, and every place they may knock at. */
export interface World {
  readonly clients: Readonly<Record<RoleName, TestClient>>;
  /** A fresh place of the owner's, in which the viewer, the editor and the demo account have their roles. */
  place(): Promise<SamplePlace>;
  /** A place of somebody else's, in which only the super admin has rights. */
  readonly stranger: SamplePlace;
  readonly deleted: SamplePlace;
  readonly missing: SamplePlace;
}

export async function buildWorld(app: TestApp): Promise<World> {
  const owner = await app.user({ role: "administrator" });
  const other = await app.user({ role: "administrator" });
  const [viewer, editor, stranger, admin, demo] = [
    await app.user(),
    await app.user(),
    await app.user(),
    await app.user({ role: "super_admin" }),
    await app.user({ isDemo: true }),
  ];
  const clients = {
    guest: app.guest(),
    demo: await app.as(demo),
    stranger: await app.as(stranger),
    viewer: await app.as(viewer),
    editor: await app.as(editor),
    owner: await app.as(owner),
    super_admin: await app.as(admin),
  };
  const otherClient = await app.as(other);
  const place = async () => {
    const made = await makePlace(clients.owner);
    await app.join(made.id_project, viewer, "viewer");
    await app.join(made.id_project, editor, "editor");
    await app.join(made.id_project, demo, "owner");
    return made;
  };
  const deleted = await place();
  await clients.owner.call("DELETE /api/projects/{id}", { params: { id: deleted.id_project } });
  return {
    clients,
    place,
    stranger: await makePlace(otherClient),
    deleted,
    missing: {
      id_project: 99_999_999,
      id_visit: 99_999_999,
      id_room: 99_999_999,
      code: "nosuchcode22",
      id_user: 99_999_999,
      id_session: 99_999_999,
      id_passkey: 99_999_999,
    },
  };
}

async function makePlace(client: TestClient): Promise<SamplePlace> {
  const project = await client.call("POST /api/projects", { body: { name: "Palm Court" } });
  const visit = await client.call("POST /api/visits", {
    body: { id_project: project.id, name: "First walk", visit_date: "2026-02-01T08:00:00Z" },
  });
  const reply = await client.upload(
    "POST /api/rooms",
    { id_visit: String(visit.id) },
    { file: { name: "hall.jpg", bytes: await panorama() } },
  );
  const { data } = reply.body as { data: { id: number } };
  return {
    id_project: project.id,
    id_visit: visit.id,
    id_room: data.id,
    code: visit.code,
    id_user: 99_999_999,
    id_session: 99_999_999,
    id_passkey: 99_999_999,
  };
}
