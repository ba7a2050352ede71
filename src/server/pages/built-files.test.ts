import { brotliCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { script, servePages } from "./pages.fixture.ts";

const site = servePages();

describe("a built file", () => {
  it("may be kept for ever and is sent as it was compressed by the build", async () => {
    const reply = await site.get("/assets/viewer-abc123.js", { "accept-encoding": "gzip, br" });
    expect(reply.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(reply.headers["content-encoding"]).toBe("br");
    expect(reply.rawPayload.equals(brotliCompressSync(script))).toBe(true);
  });

  it("is sent as it is to those who read no compression", async () => {
    const reply = await site.get("/assets/viewer-abc123.js", { "accept-encoding": "identity" });
    expect(reply.body).toBe(script);
  });

  it("is the only thing the folder gives: the pages with their unfilled places stay inside", async () => {
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
