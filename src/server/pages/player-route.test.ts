import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PlayerVideo } from "#contract/videos.ts";
import en from "#i18n/en/media/player.json" with { type: "json" };
import { AppError } from "#server/platform/errors.ts";
import { createCodeLookups } from "#server/platform/http/code-lookups.ts";
import { RateLimiter } from "#server/platform/http/rate.ts";
import { createServer } from "#server/platform/http/server.ts";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import { freshSettings } from "#test/settings.ts";
import { pages } from "./index.ts";
import { parsePage } from "./parsed-page.ts";
import { noReports } from "./reports.fixture.ts";

const video: PlayerVideo = {
  code: "film4site",
  id_video: null,
  id_project: null,
  title: '<b>"Quay"</b>',
  description: "",
  project: "Harbour Tower",
  video_date: "2026-08-21T09:30:00Z",
  duration: 8,
  width: 3840,
  height: 1920,
  north: 0,
  auto_play: false,
  muted: false,
  loop: false,
  status: "ready",
  is_protected: false,
  is_locked: false,
  can: {},
  playback: {
    hls: null,
    mp4: "/media/films/t/s/film.mp4",
    poster: "/media/films/t/s/poster.jpg",
    renditions: [],
    expires_at: "2026-08-21T21:30:00Z",
  },
};
const shell = `<!doctype html><html lang="%LANG%" dir="%DIR%"><head><title>%TITLE%</title>%HEAD%</head>
<body>%POSTER%<script type="application/json" id="boot">%BOOT%</script></body></html>`;

let webRoot: string;
let server: FastifyInstance;
let isLocked = false;
let refusal: "RATE_LIMITED" | undefined;
let isClosed = false;
let shownPlayback: PlayerVideo["playback"] | undefined;

const nothing = {
  open: () => Promise.reject(new AppError("NOT_FOUND")),
  unlock: () => Promise.reject(new AppError("NOT_FOUND")),
};

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), "sitewalk-player-pages-"));
  for (const name of ["index", "door", "video", "live", "cctv"])
    await writeFile(join(webRoot, `${name}.html`), shell.replace("<body", `<body data-page="${name}"`));
  server = await createServer({ log: createLog("silent"), trustProxy: [], publicUrl: "" });
  await server.register(
    pages({
      webRoot,
      config: { PUBLIC_URL: "https://site.example/" },
      key: createAppKey("k".repeat(40)),
      lookups: createCodeLookups(new RateLimiter(Date.now), 1000),
      settings: freshSettings,
      realtime: () => ({ key: "" }),
      domains: {
        sessions: { find: async () => undefined },
        currentUser: async () => null,
        settingsOf: () => freshSettings(),
        sharedVisit: async () => undefined,
        unlockVisit: async () => undefined,
        players: {
          video: {
            open: async (code) => {
              if (code !== video.code) throw new AppError("NOT_FOUND");
              return isLocked
                ? { ...video, is_protected: true, is_locked: true, playback: null }
                : { ...video, ...(shownPlayback && { playback: shownPlayback }) };
            },
            async unlock(
              _code: string,
              password: string,
              _user: unknown,
              _request: FastifyRequest,
              reply: FastifyReply,
            ) {
              if (refusal !== undefined) throw new AppError(refusal, { values: { seconds: 240 } });
              if (password === "gate 7") void reply.setCookie("pass", "1");
              return password === "gate 7";
            },
          },
          live: nothing,
          cctv: {
            ...nothing,
            open: () => Promise.reject(new AppError("NOT_FOUND")),
          },
        },
        openAnswers: () => Promise.reject(new AppError("NOT_FOUND")),
        showcase: async () => undefined,
        publicProfile: async () => undefined,
        scannedSpot: async () => undefined,
        reportPages: noReports,
        isClosed: () => isClosed,
      },
      media: { read: async () => null },
    }),
  );
  await server.ready();
});

afterEach(() => {
  isLocked = isClosed = false;
  refusal = undefined;
});

afterAll(async () => {
  await server.close();
  await rm(webRoot, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

async function give(password: string, csrf?: string) {
  const first = await get("/video/film4site?t=5");
  const token = parsePage(first.body).querySelector("[name=csrf]")?.getAttribute("value") ?? "";
  const [cookie = ""] = [first.headers["set-cookie"] ?? ""].flat().map((line) => line.split(";")[0] ?? "");
  return server.inject({
    method: "POST",
    url: "/video/film4site?t=5",
    headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ csrf: csrf ?? token, password }).toString(),
  });
}

describe("video page", () => {
  it("requests the beginning of a stream with the page, in the size that the player begins with", async () => {
    const { playback } = video;
    const renditions = [1920, 3840].map((width) => ({ width, height: width / 2, bitrate: 1_000_000 }));
    shownPlayback = playback && { ...playback, hls: "/media/films/t/s/master.m3u8", renditions };
    const files = async (address = "/video/film4site") =>
      Array.from(parsePage((await get(address)).body).querySelectorAll("link[rel=preload]"), (link) =>
        link.getAttribute("href"),
      );
    expect(await files()).toEqual(
      ["master.m3u8", "1920/index.m3u8", "1920/init.mp4", "1920/s0.m4s"].map(
        (name) => `/media/films/t/s/${name}`,
      ),
    );
    expect(await files("/video/film4site?t=65")).not.toContain("/media/films/t/s/1920/s0.m4s");
    shownPlayback = undefined;
    expect(await files()).toEqual([]);
  });

  it("holds what its player needs, escapes every name, and may be embedded in other pages", async () => {
    const reply = await get("/video/film4site");
    expect(reply.statusCode).toBe(200);
    expect(reply.headers["content-security-policy"]).toContain("frame-ancestors *");
    expect(reply.headers["content-security-policy"]).toContain("media-src 'self' blob:");
    expect(reply.headers["x-robots-tag"]).toBe("noindex, nofollow");
    expect(reply.headers["cache-control"]).toBe("no-store");
    const page = parsePage(reply.body);
    expect(page.title).toBe('<b>"Quay"</b>');
    expect(page.querySelector("b")).toBeNull();
    const boot = JSON.parse(page.querySelector("#boot")?.textContent ?? "") as { shown: PlayerVideo };
    expect(boot.shown).toEqual(video);
  });

  it("gives messengers a preview with absolute addresses", async () => {
    const page = parsePage((await get("/video/film4site")).body);
    const tag = (name: string) => page.querySelector(`meta[property="og:${name}"]`)?.getAttribute("content");
    expect(tag("url")).toBe("https://site.example/video/film4site");
    expect(tag("image")).toBe("https://site.example/media/films/t/s/poster.jpg");
    expect(tag("description")).toBe("Harbour Tower · 21 August 2026");
  });

  it("asks for its password and reveals nothing of the video", async () => {
    isLocked = true;
    const reply = await get("/video/film4site");
    expect(reply.statusCode).toBe(403);
    expect(reply.body).toContain("This video is protected");
    expect(reply.body).not.toMatch(/Quay|Harbour/);
  });

  it("reports a wrong password at its field, and opens the same address for the correct one", async () => {
    isLocked = true;
    const wrong = await give("gate 8");
    expect(wrong.statusCode).toBe(422);
    expect(parsePage(wrong.body).querySelector("[role=alert]")?.textContent).toBe(en.page.locked.wrong);
    const right = await give("gate 7");
    expect(right.statusCode).toBe(303);
    expect(right.headers.location).toBe("/video/film4site?t=5");
  });

  it("accepts no password sent by another site, and says how long to wait after too many", async () => {
    isLocked = true;
    expect((await give("gate 7", "x".repeat(40))).statusCode).toBe(422);
    refusal = "RATE_LIMITED";
    const reply = await give("gate 7");
    expect(reply.statusCode).toBe(429);
    expect(reply.body).toContain("4 min");
  });

  it("leads out of a frame, in which no browser would remember the password", async () => {
    isLocked = true;
    const page = parsePage((await get("/video/film4site", { "sec-fetch-dest": "iframe" })).body);
    expect(page.querySelector("form")).toBeNull();
    expect(page.querySelector("a[target=_blank]")?.getAttribute("href")).toBe("/video/film4site");
  });

  it("says that there is nothing in the same way to everyone, whatever the reason", async () => {
    for (const path of ["/video/other4site", "/video/%20", "/live/film4site", "/cctv/film4site"]) {
      const reply = await get(path);
      expect([path, reply.statusCode]).toEqual([path, 404]);
      expect(parsePage(reply.body).querySelector("a.plain")?.getAttribute("href")).toContain("/login?next=");
    }
  });

  it("closes together with the viewer pages", async () => {
    isClosed = true;
    expect((await get("/video/film4site")).statusCode).toBe(503);
  });

  it.each(["/cctv", "/cctv/", "/live", "/video/film4site/more"])(
    "is not served at %s, which is the application's",
    async (path) => {
      const reply = await get(path);
      expect(reply.statusCode).toBe(200);
      expect(parsePage(reply.body).body.dataset["page"]).toBe("index");
    },
  );
});
