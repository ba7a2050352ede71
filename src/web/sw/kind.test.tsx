import { describe, expect, it } from "vitest";
import { type Asked, isAskedAhead, isSamePage, kindOf } from "./kind.ts";

const origin = "https://site.example";

function kind(path: string, asked: Partial<Asked> & { range?: string } = {}) {
  const headers = new Headers(asked.range === undefined ? {} : { range: asked.range });
  return kindOf({ method: "GET", mode: "cors", url: new URL(path, origin).href, headers, ...asked }, origin);
}
const open = (path: string) => kind(path, { mode: "navigate" });

describe("the service worker", () => {
  it.each(["/", "/dashboard", "/projects?sort=name", "/project/4", "/editvisit/7", "/logout"])(
    "provides a screen for %s when the server does not",
    (path) => expect(open(path)).toBe("screen"),
  );

  it.each(["/login", "/login?logged_out=true", "/register", "/2fa", "/setup/", "/activate/token", "/home"])(
    "waits for the server at %s, because only the server can sign a user in",
    (path) => expect(open(path)).toBe(path === "/home" ? "screen" : "door"),
  );

  it.each([
    "/api/users/1/export",
    "/media/signature/picture.webp",
    "/auth/google/callback?code=1",
    "/app/key",
    "/assets/index-1.js",
    "/sw.js",
    "/manifest.webmanifest",
    "/icons/icon-192.png",
    "/report.pdf",
    "/terms",
    "/viewer",
    "/api/autodesk/callback?code=1",
    "/autodesk/model",
  ])("leaves the page %s to the browser", (path) => expect(open(path)).toBeNull());

  it("passes on the response that the browser has already requested, so that a page is never requested twice", () => {
    const asked = (path: string, change: Partial<Asked> = {}) =>
      isAskedAhead(
        {
          method: "GET",
          mode: "navigate",
          url: new URL(path, origin).href,
          headers: new Headers(),
          ...change,
        },
        origin,
      );
    expect(asked("/auth/google/callback?code=1")).toBe(true);
    expect(asked("/api/autodesk/callback", { method: "POST" })).toBe(false);
    expect(asked("/api/user", { mode: "cors" })).toBe(false);
    expect(asked("https://elsewhere.example/")).toBe(false);
  });

  it("identifies a shared visit by its code, whatever room or view the link names", () => {
    for (const path of ["/viewer/k3x9wt72pq", "/viewer/k3x9wt72pq/11?yaw=90"])
      expect(open(path)).toBe("visit");
  });

  it("opens a crew's link as a page of its own, and takes it for no visit with the same code", () => {
    expect(open("/answer/k3x9wt72pq?snag=4")).toBe("visit");
    expect(isSamePage("/answer/k3x9wt72pq", "/answer/k3x9wt72pq")).toBe(true);
    expect(isSamePage("/answer/k3x9wt72pq", "/viewer/k3x9wt72pq")).toBe(false);
    expect(isSamePage("/viewer/k3x9wt72pq", "/viewer/k3x9wt72pq/11")).toBe(true);
  });

  it("leaves moving media to the browser: videos, channels, cameras, their segments and their pages", () => {
    for (const path of ["/video/k3x9", "/live/k3x9?lang=ar", "/cctv/k3x9/"]) expect(open(path)).toBeNull();
    expect(open("/cctv")).toBe("screen");
    expect(open("/cctv/")).toBe("screen");
    for (const path of ["films/token/sha/1920/s0.m4s", "live/code/token/live.m3u8", "cctv/token/still.jpg"])
      expect(kind(`/media/${path}`)).toBeNull();
  });

  it("handles no call except the transitions between rooms of a shared visit, and the view of a snag of a crew", () => {
    for (const path of ["/api/user", "/api/projects", "/api/viewer-visit?code=x", "/api/reachable"])
      expect(kind(path)).toBeNull();
    expect(kind("/api/viewer-room-pois?code=x&id_room=1")).toBe("points");
    expect(kind("/api/answers/k3x9wt72pq")).toBeNull();
    expect(kind("/api/answers/k3x9wt72pq/snags/4/crop?v=2")).toBe("picture");
  });

  it("ignores writes, range requests, and cross-origin requests", () => {
    expect(kind("/assets/a.js")).toBe("file");
    expect(kind("/media/s/k.webp")).toBe("picture");
    expect(kind("/media/s/k.webp", { method: "HEAD" })).toBeNull();
    expect(kind("/dashboard", { method: "POST", mode: "navigate" })).toBeNull();
    expect(kind("/media/s/film.mp4", { range: "bytes=0-" })).toBeNull();
    expect(kind("https://tiles.example/assets/1.png")).toBeNull();
  });
});
