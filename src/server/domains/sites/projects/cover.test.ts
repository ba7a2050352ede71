import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { Project } from "#contract/projects.ts";
import { projectsWorld } from "./projects.fixture.ts";

const world = projectsWorld();
const { add, get, log, changesOf } = world;
const picture = (background: string) =>
  sharp({ create: { width: 2400, height: 1000, channels: 3, background } })
    .jpeg()
    .toBuffer();
const send = (id: number, bytes: Uint8Array, by = world.owner) =>
  by.client.upload(
    "POST /api/projects/{id}/cover",
    {},
    { cover: { name: "site.jpg", bytes } },
    {
      params: { id },
    },
  );
const sizeOf = async (address: string | null) => {
  const shown = await fetch(new URL(address ?? "", world.app.origin));
  const { format, width, height } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
  return [format, width, height];
};

describe("the cover of a project", () => {
  it("is stored in the sizes of its page and of cards, replaced, and removed", async () => {
    const { id } = await add();
    const before = await changesOf(id);
    const reply = await send(id, await picture("#206080"));
    expect(reply.status).toBe(200);
    const { data } = reply.body as { data: Project };
    expect(data.has_cover).toBe(true);
    expect(await sizeOf(data.cover)).toEqual(["webp", 1920, 640]);
    expect(await sizeOf(data.thumbnail)).toEqual(["webp", 600, 300]);
    await send(id, await picture("#ff8800"));
    const replaced = await get(id);
    expect(replaced.cover).not.toBe(data.cover);
    const { client } = world.owner;
    const dropped = await client.call("DELETE /api/projects/{id}/cover/delete", { params: { id } });
    expect(dropped).toMatchObject({ has_cover: false, cover: null, thumbnail: null });
    await client.call("DELETE /api/projects/{id}/cover/delete", { params: { id } });
    expect((await log(id)).items.map(({ changed }) => changed)).toEqual([
      ["cover"],
      ["cover"],
      ["cover"],
      [],
    ]);
    expect(await changesOf(id)).toBe(before + 3);
  });

  it("is shown on the map, too", async () => {
    const { id } = await add({ latitude: 25, longitude: 51 });
    await send(id, await picture("#336699"));
    const { points } = await world.owner.client.call("GET /api/projects/map");
    expect(await sizeOf(points.find((point) => point.id === id)?.thumbnail ?? null)).toEqual([
      "webp",
      600,
      300,
    ]);
  });

  it("is refused as text or as a broken picture; the previous one stays", async () => {
    const { id } = await add();
    await send(id, await picture("#206080"));
    const before = await get(id);
    const broken = (await picture("#111111")).subarray(0, 300);
    for (const [bytes, code] of [
      [Buffer.from("just a text"), "IMAGE_TYPE"],
      [broken, "IMAGE_UNREADABLE"],
    ] as const)
      expect(await send(id, bytes)).toMatchObject({ status: 422, body: { code } });
    expect(await get(id)).toEqual(before);
  });

  it("is changed only by users who may edit the project", async () => {
    const { id } = await add();
    await world.app.join(id, world.member, "editor");
    for (const [by, status, code] of [
      [world.member, 403, "PROJECT_EDIT_DENIED"],
      [world.stranger, 404, "NOT_FOUND"],
    ] as const)
      expect(await send(id, await picture("#206080"), by)).toMatchObject({ status, body: { code } });
    expect((await get(id)).has_cover).toBe(false);
  });
});
