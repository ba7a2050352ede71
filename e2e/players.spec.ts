import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import type { PlayerChannel } from "#contract/live.ts";
import ar from "#i18n/ar/media/player.json" with { type: "json" };
import en from "#i18n/en/media/player.json" with { type: "json" };
import { broadcast } from "#test/player/broadcast.ts";
import { openPlayerSite, type PlayerSite, password } from "#test/player/site.ts";
import { violationsOn } from "./barriers.ts";
import { test } from "./base-test.ts";
import { cutConnection } from "./page-errors.ts";
import { walkScenes } from "./reach-walk.ts";

// Journeys let the pass of a video expire while its page may still load something with it, and switch the site off.
test.use({
  expectedErrors: [
    new RegExp(`^GET 404 \\S+/media/films/pass1/|^GET 503 \\S+/media/|${cutConnection.source}`),
  ],
});

let site: PlayerSite;
const film = "/video/film4site";

test.use({ viewport: { width: 640, height: 360 }, locale: "en-GB" });

test.beforeAll(async () => {
  site = await openPlayerSite(process.env["WEB_ROOT"]);
});

test.afterAll(() => site.close());

test.beforeEach(() => {
  const { shown } = site;
  shown.passes = ["pass1"];
  shown.isDown = false;
  shown.comments = [];
  site.asked.splice(0);
  site.counted.splice(0);
  Object.assign(shown.video, {
    playback: site.playback(),
    status: "ready",
    is_protected: false,
    auto_play: false,
    // Eight seconds end soon on a busy machine.
    loop: true,
  });
});

const player = (page: Page) => page.locator("section[data-player]");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();
const timeline = (page: Page) => page.getByRole("slider", { name: en.timeline, exact: true });
const seconds = (page: Page) => timeline(page).evaluate((slider: HTMLInputElement) => Number(slider.value));
const state = (page: Page, name: string) => expect(player(page)).toHaveAttribute("data-state", name);

/** Colour at a share of the picture, by name. */
async function colour(page: Page, x: number, y = 0.5): Promise<"red" | "blue" | "green" | "other"> {
  const shot = await page.locator("canvas").screenshot({ animations: "disabled" });
  const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * 3;
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
  if (red > 120 && green < 110 && blue < 110) return "red";
  if (blue > 120 && red < 110) return "blue";
  return green > 120 && red < 110 && blue < 130 ? "green" : "other";
}

async function open(page: Page, path = film): Promise<void> {
  await page.goto(site.origin + path);
  await state(page, "paused");
}

test.describe("a 360 video", () => {
  test("shows its first view before any script has run, and has preview metadata for messengers", async ({
    browser,
  }) => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${site.origin}${film}`);
    const poster = page.locator("#poster");
    await expect(poster).toBeVisible();
    await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
    const tag = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute("content");
    expect(await tag("title")).toBe("Walk along the quay");
    expect(await tag("image")).toContain("https://site.example/media/films/");
    await page.close();
  });

  test("plays, and turns by pointer and arrows while playing", async ({ page }) => {
    await open(page);
    expect(await colour(page, 0.25)).toBe("red");
    expect(await colour(page, 0.75)).toBe("blue");
    await press(page, en.play);
    await state(page, "playing");
    await expect.poll(() => seconds(page)).toBeGreaterThan(0.3);
    await page.mouse.move(450, 150);
    await page.mouse.down();
    await page.mouse.move(150, 150, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => colour(page, 0.25)).not.toBe("red");
    await page.keyboard.press("Home");
    await expect.poll(() => colour(page, 0.25)).toBe("red");
    await page.keyboard.press("Space");
    await state(page, "paused");
    // Turning requests nothing: a frame is complete.
    const asked = site.asked.length;
    for (let turn = 0; turn < 6; turn++) await page.keyboard.press("ArrowRight");
    await expect.poll(() => colour(page, 0.25)).not.toBe("red");
    expect(site.asked.length).toBe(asked);
  });

  test("seeks by the timeline, by keys and by its address", async ({ page }) => {
    await open(page, `${film}?t=5&yaw=90`);
    // Next to the centre, which the large button covers at the start of a video.
    const shown = () => colour(page, 0.3);
    await expect.poll(shown).toBe("green");
    expect(await seconds(page)).toBeCloseTo(5, 0);
    await page.keyboard.press("j");
    await expect.poll(shown).toBe("blue");
    await page.keyboard.press("l");
    await expect.poll(shown).toBe("green");
    await timeline(page).fill("1");
    await expect.poll(shown).toBe("blue");
    await expect(timeline(page)).toHaveAttribute("aria-valuetext", "0:01 of 0:08");
  });

  test("begins with the size that loads quickly, and switches to a selected one", async ({ page }) => {
    await open(page);
    const first = site.asked.filter((name) => name.endsWith("s0.m4s"));
    expect(first).toEqual(["film/hls/1920/s0.m4s"]);
    const quality = page.getByRole("combobox", { name: en.quality });
    await expect(quality.locator("option:checked")).toHaveText("Auto (1920)");
    await quality.selectOption({ label: "4K" });
    await press(page, en.play);
    await expect.poll(() => site.asked.some((name) => /3840\/s\d\.m4s/.test(name))).toBe(true);
    await state(page, "playing");
  });

  test("continues at the same second after its addresses have expired", async ({ page }) => {
    // Nothing of the video is loaded yet except its playlist: everything else is requested after the pass has expired.
    await page.route("**/media/films/pass1/**/*.m4s", (route) => route.abort());
    await page.goto(`${site.origin}${film}?t=5&yaw=90`);
    site.shown.passes = ["pass2"];
    site.shown.video.playback = site.playback();
    await state(page, "paused");
    await expect.poll(() => colour(page, 0.5)).toBe("green");
    expect(await seconds(page)).toBeCloseTo(5, 0);
    await press(page, en.play);
    await state(page, "playing");
  });

  test("plays the original while its size variants are made, and switches to them at the same second", async ({
    page,
  }) => {
    const { video } = site.shown;
    Object.assign(video, { status: "processing", playback: site.playback({ hls: null, renditions: [] }) });
    await open(page, `${film}?t=4.5&yaw=90`);
    await expect.poll(() => colour(page, 0.5)).toBe("green");
    await expect(page.getByRole("combobox", { name: en.quality })).toBeHidden();
    expect(site.asked.some((name) => name.endsWith(".m3u8"))).toBe(false);
    Object.assign(video, { status: "ready", playback: site.playback() });
    await expect(page.getByRole("combobox", { name: en.quality })).toBeVisible();
    await state(page, "paused");
    expect(Math.abs((await seconds(page)) - 4.5)).toBeLessThan(0.5);
    await expect.poll(() => colour(page, 0.5)).toBe("green");
  });

  test("explains that it does not load, and loads on a retry", async ({ page }) => {
    site.shown.isDown = true;
    site.shown.video.playback = site.playback({ hls: null });
    await page.goto(site.origin + film);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    const again = page.getByRole("button", { name: en.error.retry });
    // Increasing pauses; each ends when the connection is reported to be back.
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await expect(again).toBeVisible({ timeout: 300 });
    }).toPass({ timeout: 120_000 });
    await expect(page.getByText(en.error.network)).toBeVisible();
    site.shown.isDown = false;
    await again.click();
    await state(page, "paused");
    await expect(again).toBeHidden();
  });

  test("shows its comments on the timeline and in the picture", async ({ page }) => {
    site.shown.comments = [comment(1, 5, "The railing is loose here")];
    await open(page);
    await press(page, "Comment by Site Office at 0:05: The railing is loose here");
    await expect(page.getByRole("article")).toContainText("The railing is loose here");
    expect(await seconds(page)).toBeCloseTo(5, 0);
    const marker = page.locator(".panorama").getByRole("button", { name: /railing/ });
    await expect(marker).toBeVisible();
    const middle = async () => {
      const { x, width } = (await marker.boundingBox()) ?? { x: 0, width: 0 };
      return Math.abs(x + width / 2 - 320);
    };
    // The view turns to the comment.
    await expect.poll(middle).toBeLessThan(5);
  });

  test("counts as a view with heartbeats that ends with the page", async ({ page }) => {
    await open(page);
    await expect(page.getByText("12 views")).toBeVisible();
    // The page of the previous test may end as late as now.
    const begun = () => site.counted.filter((call) => !call.endsWith("/end-session")).slice(0, 2);
    await expect
      .poll(begun)
      .toEqual(["POST /api/viewer-count/log-video", "PUT /api/viewer-count/update-activity"]);
    const ends = () =>
      site.counted.filter((call) => call.endsWith("/film4site/access-logs/end-session")).length;
    const before = ends();
    await page.goto("about:blank");
    await expect.poll(ends).toBeGreaterThan(before);
  });

  test("asks for its password without revealing anything, and opens at the linked position", async ({
    page,
  }) => {
    site.shown.video.is_protected = true;
    const reply = await page.goto(`${site.origin}${film}?t=5`);
    expect(reply?.status()).toBe(403);
    expect(await page.content()).not.toContain("quay");
    await page.getByLabel(en.page.locked.password).fill("gate 8");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toHaveText(en.page.locked.wrong);
    await page.getByLabel(en.page.locked.password).fill(password);
    await page.keyboard.press("Enter");
    await state(page, "paused");
    expect(await seconds(page)).toBeCloseTo(5, 0);
  });

  test("reads in Arabic from right to left, its timeline from left to right, and without an accessibility fault", async ({
    page,
  }) => {
    await open(page, `${film}?lang=ar`);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    const { x: play = 0 } =
      (await page.getByRole("button", { name: ar.play, exact: true }).last().boundingBox()) ?? {};
    expect(play).toBeGreaterThan(320);
    const line = await page.locator("[data-track]").boundingBox();
    await page.mouse.click((line?.x ?? 0) + (line?.width ?? 0) * 0.75, (line?.y ?? 0) + 2);
    await expect
      .poll(() => page.getByRole("slider", { name: ar.timeline, exact: true }).inputValue())
      .toMatch(/^(5\.[5-9]|6)/);
    const played = await page.locator("[data-played]").boundingBox();
    expect(played?.x).toBeCloseTo(line?.x ?? -1, 0);
    const violations = await violationsOn(page, undefined, {
      rules: { "color-contrast": { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });

  test("reports a missing video the same way to every viewer", async ({ page }) => {
    const reply = await page.goto(`${site.origin}/video/nothing4here`);
    expect(reply?.status()).toBe(404);
    await expect(page.getByRole("heading")).toHaveText(en.page.missing.video);
    await expect(page.getByRole("link", { name: en.page.missing.sign_in })).toHaveAttribute(
      "href",
      "/login?next=%2Fvideo%2Fnothing4here",
    );
  });
});

test.describe("a live channel", () => {
  const say = (change: Partial<PlayerChannel>) => Object.assign(site.shown.channel, change);
  const addresses = () => ({
    hls: "/media/live/pass1/live/live.m3u8",
    calm: "/media/live/pass1/live/live.m3u8",
    instant: null,
    expires_at: new Date(Date.now() + 600_000).toISOString(),
  });
  const moving = (page: Page) => expect(player(page)).toHaveAttribute("data-moving", "");

  test("begins by itself, survives a lost sender and says when it is over, all on one page", async ({
    page,
  }) => {
    await page.goto(`${site.origin}/live/live4site`);
    const opened = await page.evaluate(() => performance.timeOrigin);
    await expect(page.getByText(en.live.idle, { exact: true })).toBeVisible();

    const folder = join(site.folder, "live");
    const first = await broadcast(folder);
    say({ state: "live", viewers: 3, playback: addresses() });
    await moving(page);
    await expect(page.getByText(en.live.badge, { exact: true })).toBeVisible();
    await expect(page.getByText("3 viewers")).toBeVisible();
    // An aspect ratio of 2:1 declared as 360: a sphere, which can be turned.
    await expect(player(page)).toHaveAttribute("data-shape", "sphere");
    await expect.poll(() => colour(page, 0.25)).toBe("red");
    for (let turn = 0; turn < 6; turn++) await page.keyboard.press("ArrowRight");
    await expect.poll(() => colour(page, 0.25)).toBe("blue");

    await first.cut();
    say({ state: "interrupted" });
    await expect(page.getByText(en.live.interrupted, { exact: true })).toBeVisible();
    const second = await broadcast(folder);
    say({ state: "live" });
    await expect(page.getByText(en.live.interrupted, { exact: true })).toBeHidden();
    await moving(page);
    await expect.poll(() => colour(page, 0.25)).toBe("blue");

    await second.cut();
    say({ state: "idle", viewers: 0, playback: null });
    await expect(page.getByText(en.live.ended, { exact: true })).toBeVisible();
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened);
  });
});

test.describe("a camera", () => {
  test("shows its still at once and its stream over it; says since when it is offline", async ({ page }) => {
    const folder = join(site.folder, "camera");
    const stream = await broadcast(folder);
    const { camera } = site.shown;
    camera.playback = {
      hls: "/media/cctv/pass1/camera/live.m3u8",
      still: "/media/cctv/pass1/film/poster.jpg",
      expires_at: new Date(Date.now() + 600_000).toISOString(),
    };
    await page.goto(`${site.origin}/cctv/cctv4site`);
    await expect(page.getByText(en.camera.up, { exact: true })).toBeVisible();
    await state(page, "live");
    await stream.cut();
    site.shown.isDown = true;
    camera.state = "down";
    await expect(page.getByText(en.camera.down_text)).toBeVisible();
    camera.state = "up";
  });
});

test.describe("keeps every control in reach at every size", () => {
  for (const language of ["en", "ar"] as const)
    for (const path of [film, "/live/live4site", "/cctv/cctv4site"])
      test(`${path} (${language})`, async ({ browser }) => {
        test.slow();
        site.shown.comments = [comment(1, 5, "The railing is loose here")];
        const found = await walkScenes(browser, {
          language,
          scenes: [{ name: path, open: async () => undefined }],
          open: async (page) => {
            await page.goto(`${site.origin}${path}?lang=${language}`);
            await expect(player(page)).toBeVisible();
          },
        });
        expect(found).toEqual([]);
      });
});

function comment(id: number, at: number, text: string) {
  const author = { id: 3, name: "Site Office", username: "site", avatar: null, profile_code: "p1" };
  return {
    id,
    id_comment: id,
    id_video: 1,
    video: "",
    video_code: "film4site",
    id_project: 1,
    project: "",
    id_parent: null,
    author: author as never,
    text,
    seconds: at,
    yaw: 120,
    pitch: 5,
    is_resolved: false,
    resolved_at: null,
    resolver: null,
    replies: 0,
    created_at: "",
    updated_at: "",
    can: {},
  };
}
