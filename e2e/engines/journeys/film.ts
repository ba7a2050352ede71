import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { numbered } from "#test/clips.ts";
import { account } from "../account.ts";
import type { Journey } from "../journey.ts";
import { button, css, field, link, role, text } from "../target.ts";
import { until } from "../until.ts";
import { noH264 } from "../why.ts";

export const film: Journey = {
  name: "film",
  async walk(walk) {
    walk.needs("h264", noH264);
    const { t, site, tag } = walk;
    const folder = await mkdtemp(join(tmpdir(), "sitewalk-engines-"));
    walk.after(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, "ride.mp4");
    await writeFile(path, numbered(tag.length));
    const { id } = await site.client.call("POST /api/projects", { body: { name: `Films ${tag}` } });
    const tab = await walk.open({ as: account });
    await tab.goto(`${site.origin}/videos/${id}`);
    await tab.click({ ...button(t("videos.new")), nth: 0 });
    const dialog = role("dialog");
    await tab.fill(field(t("videos.name"), dialog), "Along the quay");
    await tab.choose(css("input[type=file]", dialog), [path]);
    await tab.see(text("3840 × 1920", dialog), 60_000);
    await tab.click(role("switch", t("videos.is_public"), dialog)).catch(() => undefined);
    await tab.click(button(t("videos.add"), dialog));
    await tab.click(link("Along the quay"));
    const player = css(".player");
    await tab.see(css("canvas", player), 90_000);
    await tab.shoot("here");

    const { items } = await site.client.call("GET /api/three60videos", { query: { id_project: id } });
    const code = items[0]?.code ?? "";
    await tab.goto(`${site.origin}/video/${code}`);
    await tab.see(css("canvas", player), 60_000);
    await until("it is ready", async () => (await tab.look(player)).attributes["data-state"] === "paused", 60_000);
    await tab.shoot("ready");
    await tab.press(" ");
    await until(
      "it plays",
      () => tab.call(() => (document.querySelector<HTMLInputElement>(".player input[type=range]")?.value ?? "0") > "0.2"),
      60_000,
    );
    await tab.shoot("playing");
  },
};
