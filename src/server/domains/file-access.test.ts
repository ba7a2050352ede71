import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { soon } from "#test/soon.ts";
import { snagsWorld } from "./work/snags/snags.fixture.ts";

const world = snagsWorld({ environment: { ROLE: "all" } });

it("The photo and the voice note of a snag open for a trade while the snag is assigned to it.", async () => {
  const { trade, owner, app } = world.is;
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
  const opens = () =>
    Promise.all(
      [shown?.url, shown?.thumbnail, note?.url].map(async (url = "") => {
        const { status } = await fetch(new URL(url, app.origin));
        return status;
      }),
    );
  // A granted answer is cached for a minute, so the refusals come first.
  await put(id, { id_assignee: null });
  expect(await opens()).toEqual([404, 404, 404]);
  await put(id, { id_assignee: trade.id });
  await soon(async () => expect(await opens()).toEqual([200, 200, 200]));
});
