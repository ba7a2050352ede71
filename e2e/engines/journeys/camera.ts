import { startHlsCamera } from "#test/cameras/hls-camera.ts";
import { account } from "../account.ts";
import type { Journey } from "../journey.ts";
import { noH264 } from "../skip-reasons.ts";
import { button, css, role } from "../target.ts";
import { moves } from "../views.ts";
import { until } from "../wait-until.ts";

export const camera: Journey = {
  name: "camera",
  async walk(walk) {
    walk.needs("h264", noH264);
    const { t, site, tag } = walk;
    const { client } = site;
    const source = await startHlsCamera();
    walk.after(() => source.close());
    await client.call("PUT /api/settings", { body: { camera_networks: ["127.0.0.0/8"] } });
    const { id: id_project } = await client.call("POST /api/projects", { body: { name: `Cameras ${tag}` } });
    const name = `Gate ${tag}`;
    const added = await client.call("POST /api/cctv-cameras", {
      body: {
        id_project,
        name,
        hls_url: source.url,
        username: source.username,
        password: source.password,
        is_public: 1,
      },
    });
    const tab = await walk.open({ as: account });
    await tab.goto(`${site.origin}/cameras/wall?size=2&id_project=${id_project}`);
    const tile = { ...role("listitem", undefined, role("list", t("cctv.wall.label"))), has: name };
    await tab.click(button(t("cctv.wall.go_live", { name }), tile));
    await moves(tab, "li");
    await tab.shoot("wall");

    const guest = await walk.open();
    await guest.goto(`${site.origin}/cctv/${added.code}`);
    await moves(guest, "body");
    await guest.shoot("guest");
    source.mood = "broken";
    await until("the camera is missed", async () => {
      const params = { id: added.id };
      return (await client.call("POST /api/cctv-cameras/{id}/check", { params })).state === "down";
    });
    await tab.see({ ...css("*", tile), has: /Offline since/ }, 60_000);
  },
};
