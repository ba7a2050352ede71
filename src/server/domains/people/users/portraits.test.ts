import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const picture = (width = 900, height = 600, background = "#206080") =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
const places = [
  {
    field: "avatar",
    send: "POST /api/users/avatar",
    drop: "DELETE /api/users/avatar/delete",
    size: [512, 512],
  },
  {
    field: "cover_image",
    send: "POST /api/users/cover_image",
    drop: "DELETE /api/users/cover_image/delete",
    size: [1920, 640],
  },
] as const;

const upload = (
  client: TestClient,
  route: (typeof places)[number]["send"],
  bytes: Uint8Array,
  name = "me.jpg",
) => client.upload(route, {}, { file: { name, bytes } });
const dataOf = ({ body }: { body: unknown }) => (body as { data: Record<string, string> }).data;

describe.each(places)("A user's $field", ({ field, send, drop, size }) => {
  it("is accepted, served as WebP in its size by its address, replaced and removed.", async () => {
    const user = await app.user();
    const client = await app.as(user);
    const reply = await upload(client, send, await picture());
    expect(reply.status).toBe(200);
    const address = dataOf(reply)[field] ?? "";
    expect((await client.call("GET /api/user"))[field]).toBe(address);
    const served = await fetch(new URL(address, app.origin));
    expect(served.headers.get("content-type")).toBe("image/webp");
    const { format, width, height } = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
    expect([format, width, height]).toEqual(["webp", ...size]);
    const other = dataOf(await upload(client, send, await picture(700, 700, "#ff8800")))[field];
    expect(other).not.toBe(address);
    await client.call(drop);
    expect((await client.call("GET /api/user"))[field]).toBeNull();
    await client.call(drop);
    const logs = await client.call("GET /api/users/{id}/activity-logs", { params: { id: user.id } });
    expect(logs.items[0]).toMatchObject({ action: "user.changed", changed: [field] });
  });

  it("is refused as text, as a drawing with script, broken or empty; the previous one stays.", async () => {
    const client = await app.as(await app.user());
    const address = dataOf(await upload(client, send, await picture()))[field];
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const broken = await picture();
    const wrong = [
      [Buffer.from("just a text"), "IMAGE_TYPE"],
      [Buffer.from(svg), "IMAGE_TYPE"],
      [broken.subarray(0, 300), "IMAGE_UNREADABLE"],
      [Buffer.alloc(0), "FILE_EMPTY"],
    ] as const;
    for (const [bytes, code] of wrong)
      expect(await upload(client, send, bytes, "me.png")).toMatchObject({ status: 422, body: { code } });
    expect((await client.call("GET /api/user"))[field]).toBe(address);
  });

  it("is refused above its size limit, with the limit in the message.", async () => {
    const client = await app.as(await app.user());
    const reply = await upload(client, send, Buffer.alloc(limits.portrait.bytes + 1, 255));
    expect(reply).toMatchObject({
      status: 413,
      body: { code: "IMAGE_TOO_LARGE", message: "Image is too large. Max file size: 10 MB" },
    });
  });

  it("is refused to guests and to the demo account.", async () => {
    const bytes = await picture();
    expect((await upload(app.guest(), send, bytes)).status).toBe(401);
    const demo = await app.as(await app.user({ isDemo: true }));
    expect(await upload(demo, send, bytes)).toMatchObject({ status: 403, body: { code: "DEMO_READ_ONLY" } });
    expect(await demo.refused(drop)).toMatchObject({ code: "DEMO_READ_ONLY" });
  });
});
