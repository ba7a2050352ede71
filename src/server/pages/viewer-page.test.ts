import { describe, expect, it } from "vitest";
import { attack, bootOf, servePages, signedIn } from "./pages.fixture.ts";
import { parsePage } from "./parsed-page.ts";

const site = servePages();

describe("public viewer page", () => {
  it("starts with the picture of the room that the link names", async () => {
    const { body, statusCode } = await site.get("/viewer/k3x9wt72pq/11");
    const document = parsePage(body);
    expect(statusCode).toBe(200);
    expect(bootOf(body)).toMatchObject({ room: 11, lang: "en", visit: { code: "k3x9wt72pq" } });
    const poster = document.body.firstElementChild;
    expect(poster?.getAttribute("alt")).toBe("Lobby");
    expect(Buffer.from(poster?.getAttribute("src")?.split(",")[1] ?? "", "base64").toString()).toBe(
      "bytes of /media/11/poster.webp",
    );
    expect(document.querySelector("link[rel=preload]")?.getAttribute("href")).toBe("/media/11/base.webp");
  });

  it("starts with the first room of the visit when the link names none, or a missing one", async () => {
    for (const path of [
      "/viewer/k3x9wt72pq",
      "/viewer/k3x9wt72pq/",
      "/viewer/k3x9wt72pq/999",
      "/viewer/k3x9wt72pq/x",
    ]) {
      expect(bootOf((await site.get(path)).body)["room"]).toBe(12);
    }
  });

  it("is served without its picture when that cannot be read or made", async () => {
    for (const path of ["/viewer/k3x9wt72pq/13", "/viewer/k3x9wt72pq/11?yaw=90"]) {
      const reply = await site.get(path);
      expect(reply.statusCode).toBe(200);
      expect(parsePage(reply.body).querySelector("#poster")).toBeNull();
      expect(bootOf(reply.body)["visit"]).toBeDefined();
    }
  });

  it("gives messengers a preview of the link, with absolute addresses", async () => {
    const document = parsePage((await site.get("/viewer/k3x9wt72pq")).body);
    const told = (name: string) =>
      document.querySelector(`meta[property="og:${name}"]`)?.getAttribute("content");
    expect(told("title")).toBe(attack);
    expect(told("description")).toBe(`Harbour "Tower" · 21 August 2026`);
    expect(told("image")).toBe("https://site.example/media/12/poster.webp");
    expect(told("url")).toBe("https://site.example/viewer/k3x9wt72pq");
    expect(document.title).toBe(`Roof · ${attack}`);
  });

  it("escapes every name", async () => {
    const document = parsePage((await site.get("/viewer/k3x9wt72pq")).body);
    expect(document.querySelectorAll("img").length).toBe(1);
    expect(document.querySelectorAll("script").length).toBe(1);
    expect(document.querySelector("[onerror]")).toBeNull();
  });

  it("may be embedded in other pages, is kept by no cache and by no search engine", async () => {
    const { headers } = await site.get("/viewer/k3x9wt72pq");
    expect(headers["content-security-policy"]).toContain("frame-ancestors *");
    expect(headers["content-security-policy"]).toContain("script-src 'self'");
    expect(headers["x-frame-options"]).toBeUndefined();
    expect(headers["x-robots-tag"]).toBe("noindex, nofollow");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["set-cookie"]).toBeUndefined();
  });

  it("gives a signed-in viewer the token of the session, and a guest neither token nor cookie", async () => {
    const tokenOf = async (headers: Record<string, string>) =>
      parsePage((await site.get("/viewer/k3x9wt72pq", headers)).body)
        .querySelector("meta[name=csrf-token]")
        ?.getAttribute("content");
    expect(await tokenOf(signedIn)).toHaveLength(43);
    expect(await tokenOf({})).toBe("");
  });

  it.each(["/viewer/wrongcode1", "/viewer", "/viewer/", "/viewer/..%2f.."])(
    "is a separate page for %s, which opens nothing",
    async (path) => {
      const reply = await site.get(path, { "accept-language": "ar" });
      expect(reply.statusCode).toBe(404);
      const document = parsePage(reply.body);
      expect(document.documentElement.dir).toBe("rtl");
      expect(document.querySelector("h1")?.textContent).toMatch(/[\u0600-\u06FF]/);
      expect(reply.headers["x-robots-tag"]).toBe("noindex, nofollow");
    },
  );
});
