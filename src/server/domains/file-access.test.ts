import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it } from "vitest";
import { soon } from "#test/soon.ts";
import { crewsWorld } from "./work/crews/crews.fixture.ts";

const world = crewsWorld({ environment: { ROLE: "all" } });

const statusesOf = (addresses: readonly (string | undefined)[]) =>
  Promise.all(
    addresses.map(async (address = "") => {
      const { status } = await fetch(new URL(address, world.is.app.origin));
      return status;
    }),
  );

it("The photo and the voice note of a snag open for a trade while the snag is assigned to it.", async () => {
  const { trade, owner } = world.is;
  const { pin, put, get, addPhoto } = world;
  const { id } = await pin({ id_assignee: trade.id, filename: await addPhoto() });
  const sound = await readFile(join(import.meta.dirname, "../../../test/media/voice.weba"));
  const params = { id };
  await owner.client.upload(
    "POST /api/annotations/{id}/voice-notes",
    {},
    { file: { name: "voice.weba", bytes: sound } },
    { params },
  );
  const [shown] = (await get(id, trade)).photos;
  const [note] = await trade.client.call("GET /api/annotations/{id}/voice-notes", { params });
  const opens = () => statusesOf([shown?.url, shown?.thumbnail, note?.url]);
  // A granted answer is cached for a minute, so the refusals come first.
  await put(id, { id_assignee: null });
  expect(await opens()).toEqual([404, 404, 404]);
  await put(id, { id_assignee: trade.id });
  await soon(async () => expect(await opens()).toEqual([200, 200, 200]));
});

it("The photo of a crew's answer opens for a trade while the snag is assigned to it.", async () => {
  const { trade, app } = world.is;
  const { snag, code } = await world.linked();
  const guid = randomUUID();
  const flat = sharp({ create: { width: 640, height: 480, channels: 3, background: "#3a6" } });
  await app
    .guest()
    .upload(
      "POST /api/answers/{code}/snags/{snag}/photos",
      { guid },
      { file: { name: "why.jpg", bytes: await flat.jpeg().toBuffer() } },
      { params: { code, snag: snag.id } },
    );
  await world.answer(code, snag.id, { kind: "disputed", text: "Not ours", photos: [guid] });
  await world.put(snag.id, { id_assignee: trade.id });
  const [answer] = await trade.client.call("GET /api/annotations/{id}/answers", { params: { id: snag.id } });
  const [photo] = answer?.photos ?? [];
  const opens = () => statusesOf([photo?.url, photo?.thumbnail]);
  await world.put(snag.id, { id_assignee: null });
  expect(await opens()).toEqual([404, 404]);
  await world.put(snag.id, { id_assignee: trade.id });
  await soon(async () => expect(await opens()).toEqual([200, 200]));
});
