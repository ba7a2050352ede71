import { push } from "#test/live/push.ts";
import type { Journey } from "../journey.ts";
import { noH264 } from "../skip-reasons.ts";
import { css } from "../target.ts";
import { moves } from "../views.ts";
import { until } from "../wait-until.ts";

export const live: Journey = {
  name: "live",
  async walk(walk) {
    walk.needs("h264", noH264);
    const { site, tag } = walk;
    const { client } = site;
    const { id: id_project } = await client.call("POST /api/projects", { body: { name: `Live ${tag}` } });
    const channel = await client.call("POST /api/live-streaming", {
      body: { id_project, name: "Tower crane", is_public: 1 },
    });
    const params = { id: channel.id };
    const { ingest } = await client.call("PUT /api/live-streaming/{id}/start", { params });
    if (ingest === null) throw new Error("The channel does not say where its sender goes.");
    walk.after(() => client.call("PUT /api/live-streaming/{id}/stop", { params }));
    const guest = await walk.open();
    await guest.goto(`${site.origin}/live/${channel.code}`);
    const player = css("[data-player]");
    const isIn = (...states: string[]) =>
      until(
        `the channel is ${states.join(" or ")}`,
        async () => states.includes((await guest.look(player)).attributes["data-state"] ?? ""),
        60_000,
      );
    await isIn("starting");
    const sender = push(`${ingest.url}/${channel.stream_key}`, { seconds: 120 });
    walk.after(() => sender.kill());
    await isIn("live");
    await until("frames arrive", async () => "data-moving" in (await guest.look(player)).attributes, 60_000);
    await moves(guest, "[data-player]");
    await guest.shoot("live");
    await sender.kill();
    await isIn("stale", "interrupted");
    await client.call("PUT /api/live-streaming/{id}/stop", { params });
    await isIn("ended");
    await guest.shoot("ended");
  },
};
