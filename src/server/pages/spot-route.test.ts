import { describe, expect, it } from "vitest";
import type { ScannedSpot } from "#contract/spot-codes.ts";
import { servePages, signedIn } from "./pages.fixture.ts";

const site = servePages();
const code = "b7kqx2mwpdb7kqx2mw";
const spot: ScannedSpot = {
  state: "open",
  number: 1,
  name: "Hall",
  id_project: null,
  project: "Palm Court",
  visit: { id: 3, code: "k3x9wt72pq", name: "April", visit_date: "2026-04-01T08:00:00.000Z" },
  id_room: 12,
  thumbnail: null,
  can: {},
};

describe("the address on a label", () => {
  it("leads a guest to the public view of the spot, and is not cached or indexed", async () => {
    site.spots = new Map([[code, { spot }]]);
    const reply = await site.get(`/q/${code}`);
    expect([reply.statusCode, reply.headers.location]).toEqual([302, "/viewer/k3x9wt72pq/12"]);
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.headers["x-robots-tag"]).toBe("noindex");
  });

  it("gives guests one page for private, unknown and malformed codes: the application, which asks to sign in", async () => {
    const [unknown, malformed] = [await site.get(`/q/${code}`), await site.get("/q/%3Cscript%3E")];
    for (const reply of [unknown, malformed]) {
      expect(reply.statusCode).toBe(200);
      expect(reply.body).not.toContain("Palm Court");
    }
  });

  it("is the application for a signed-in user, also for a public spot", async () => {
    site.spots = new Map([[code, { spot }]]);
    const reply = await site.get(`/q/${code}`, signedIn);
    expect([reply.statusCode, reply.headers.location]).toEqual([200, undefined]);
  });
});
