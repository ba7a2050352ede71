import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { findFfmpeg } from "#test/player/ffmpeg-path.ts";
import { account } from "../account.ts";
import type { Journey } from "../journey.ts";
import { noH264 } from "../skip-reasons.ts";
import type { Tab } from "../tab.ts";
import { button, css, field, link, role, text } from "../target.ts";
import { until } from "../wait-until.ts";

/** Makes eight seconds of 3840x1920, H.264 and AAC: red in the left half, blue in the right half. */
async function makeFilm(path: string): Promise<void> {
  const picture =
    "color=c=0xc03028:s=3840x1920:r=5:d=8,drawbox=x=1920:y=0:w=1920:h=1920:color=0x2848c0:t=fill";
  const sound = "sine=frequency=330:duration=8";
  const coding =
    "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 10 -c:a aac -b:a 48k -movflags +faststart";
  const inputs = ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", sound];
  await promisify(execFile)(findFfmpeg(), ["-v", "error", "-y", ...inputs, ...coding.split(" "), path]);
}

/** The colour at a share of the page's width, a third from its top: red, blue, or neither. */
async function colourAt(tab: Tab, share: number): Promise<string> {
  const { data, info } = await sharp(await tab.driver.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 3) * info.width + Math.floor(info.width * share)) * 3;
  const [red = 0, , blue = 0] = data.subarray(at, at + 3);
  if (red > 120 && blue < 110) return "red";
  return blue > 120 && red < 110 ? "blue" : "neither";
}

export const film: Journey = {
  name: "video",
  async walk(walk) {
    walk.needs("h264", noH264);
    const { t, site, tag } = walk;
    const folder = await mkdtemp(join(tmpdir(), "sitewalk-engines-"));
    walk.after(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, "ride.mp4");
    await makeFilm(path);
    const { id } = await site.client.call("POST /api/projects", { body: { name: `Films ${tag}` } });
    const tab = await walk.open({ as: account });
    await tab.goto(`${site.origin}/videos/${id}`);
    await tab.click({ ...button(t("videos.new")), nth: 0 });
    const dialog = role("dialog");
    await tab.write(field(t("videos.name"), dialog), "Along the quay");
    await tab.choose(css("input[type=file]", dialog), [path]);
    await tab.see(text("3840 × 1920", dialog), 60_000);
    await tab.click(role("switch", t("videos.is_public"), dialog)).catch(() => undefined);
    await tab.click(button(t("videos.add"), dialog));
    await tab.click(link("Along the quay"));
    const player = css("[data-player]");
    await tab.see(css("canvas", player), 90_000);
    await tab.shoot("here");

    const { items } = await site.client.call("GET /api/three60videos", { query: { id_project: id } });
    const code = items[0]?.code ?? "";
    await tab.goto(`${site.origin}/video/${code}`);
    await tab.see(css("canvas", player), 60_000);
    // On a busy machine WebKitGTK decodes the first frame only when it plays, as Safari does on a phone.
    await tab.see(css("[data-start]", player), 60_000);
    await tab.shoot("ready");
    await tab.press(" ");
    await until(
      "it plays",
      () =>
        tab.call(
          () =>
            (document.querySelector<HTMLInputElement>("[data-player] input[type=range]")?.value ?? "0") >
            "0.2",
        ),
      60_000,
    );
    await tab.shoot("playing");
    const half = (share: number, colour: string) =>
      until(`${colour} at ${share} of the width`, async () => (await colourAt(tab, share)) === colour);
    await half(0.25, "red");
    await half(0.75, "blue");
    await tab.drag({ x: 900, y: 250 }, { x: 300, y: 250 });
    await half(0.25, "blue");
    await tab.shoot("turned");
  },
};
