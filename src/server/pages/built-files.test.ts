import { brotliCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { script, servePages } from "./pages.fixture.ts";

const site = servePages();

describe("a built file", () => {
  it("may be cached forever and is sent as the build compressed it", async () => {
    const reply = await site.get("/assets/viewer-abc123.js", { "accept-encoding": "gzip, br" });
    expect(reply.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(reply.headers["content-encoding"]).toBe("br");
    expect(reply.rawPayload.equals(brotliCompressSync(script))).toBe(true);
  });

  it("is sent uncompressed to clients that accept no compression", async () => {
    const reply = await site.get("/assets/viewer-abc123.js", { "accept-encoding": "identity" });
    expect(reply.body).toBe(script);
  });

  it("is the only thing the folder serves: the page templates stay private", async () => {
    for (const path of [
      "/viewer.html",
      "/index.html",
      "/assets/../viewer.html",
      "/assets/%2e%2e/viewer.html",
    ]) {
      const reply = await site.get(path);
      expect(reply.body).not.toContain("%BOOT%");
    }
  });
});
