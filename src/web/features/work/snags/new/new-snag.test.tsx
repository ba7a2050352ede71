import { afterEach, describe, expect, it, vi } from "vitest";
import type { CapturedItem } from "#web/lib/creation.ts";
import { sha256Of } from "#web/lib/outbox/make-act.ts";
import { remember } from "#web/lib/storage.ts";
import { createSnag, factsOf, originsOf, startOf } from "./new-snag.ts";

const guid = "0b3c2f0a-1111-4222-8333-4444555566ff";
const photo = (text: string) => new File([text], "wall.jpg", { type: "image/jpeg" });

/** An item that was added while the screen was locked. */
async function anItem(): Promise<CapturedItem> {
  const photos = [photo("one"), photo("two")];
  const sha256 = await Promise.all(photos.map((file) => sha256Of(null, file)));
  const at = Date.parse("2026-11-20T06:30:00.000Z");
  return {
    guid,
    text: "Crack in stairs 2\nBelow the landing",
    photos,
    sha256,
    at,
    onCreated: () => undefined,
  };
}

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe("a snag from an item that was added while locked", () => {
  it("is sent with the item's GUID and the time at which it was added", async () => {
    remember("app-clock-offset", "1500");
    const bodies: unknown[] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
      bodies.push(JSON.parse(init?.body as string));
      return Response.json({ data: { id: 4 } });
    });
    const item = await anItem();
    const draft = { ...startOf(1, { id_sheet: 5, x: 0.2, y: 0.3 }), ...factsOf(item) };
    await createSnag(draft, { project: "Harbour Tower", position: "" }, item);
    expect(bodies).toMatchObject([
      {
        title: "Crack in stairs 2",
        text: "Below the landing",
        guid,
        captured_at: "2026-11-20T06:30:00.000Z",
        clock_offset: 1500,
      },
    ]);
  });

  it("recognizes the item's photos by their content, under GUIDs that are the same each time", async () => {
    const item = await anItem();
    // A stored draft returns copies, and the user may have added another photo.
    const draft = [photo("two"), photo("added later")];
    const origins = await originsOf(item, draft);
    expect([...origins]).toEqual([
      [
        draft[0],
        {
          guid: "0b3c2f0a-1111-4222-8333-444455556601",
          capturedAt: "2026-11-20T06:30:00.000Z",
          sha256: item.sha256[1],
        },
      ],
    ]);
  });

  it("has a GUID of its own without such an item", async () => {
    const bodies: { guid?: string; captured_at?: string }[] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
      bodies.push(JSON.parse(init?.body as string) as { guid: string });
      return Response.json({ data: { id: 4 } });
    });
    const draft = { ...startOf(1, { id_sheet: 5, x: 0.2, y: 0.3 }), title: "Crack" };
    await createSnag(draft, { project: "Harbour Tower", position: "" });
    expect(bodies[0]?.guid).toMatch(/^[0-9a-f-]{36}$/);
    expect(bodies[0]?.captured_at).toBeUndefined();
  });
});
