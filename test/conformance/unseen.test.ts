import { describe, expect, it } from "vitest";
import type { RawReply } from "../client.ts";
import { type Field, startUnseen, testUnseen, toldBy } from "./unseen.ts";

const unseen = startUnseen();
// Both with each call, and a third one: unseen-by-roles.test.ts.
testUnseen(unseen, (turn) => [turn % 2 === 0 ? "stranger" : "owner"]);

describe("a page by a code", () => {
  const pages: readonly (readonly [string, Field])[] = [
    ["/viewer/", "code"],
    ["/video/", "code_video"],
    ["/live/", "code_channel"],
    ["/cctv/", "code_camera"],
  ];

  it.each(pages)("%s shows the same for hidden and for non-existent records", async (path, field) => {
    const { app, world, hidden } = unseen();
    for (const role of ["guest", "stranger"] as const) {
      const client = world.clients[role];
      const ask = async (code: string | number, method: string) => {
        const form = method === "POST" ? "password=gate" : undefined;
        // With compression, the code in a page would change its length.
        const plain = { "accept-encoding": "identity" };
        const type = { ...plain, "content-type": "application/x-www-form-urlencoded" };
        const reply = await client.send(method, `${app.origin}${path}${code}`, form, form ? type : plain);
        return toldBy({ ...reply, ...withoutMarks(reply, String(code)) });
      };
      for (const method of ["GET", "HEAD", "POST"])
        for (const [what, there] of [
          ["hidden", hidden[field]],
          ["deleted", world.deleted[field]],
        ] as const) {
          // Of equal length: the URL is part of its page.
          const missing = await ask("2".repeat(String(there).length), method);
          expect(missing.status, method).toBe(404);
          expect(await ask(there, method), `${role}: ${method} ${what}`).toEqual(missing);
        }
    }
  });
});

/** Without the parts that differ between two deliveries of a page, and without the requested URL. */
function withoutMarks({ headers, body }: RawReply, code: string): Pick<RawReply, "headers" | "body"> {
  const plain = (text: string) =>
    text.replaceAll(code, "…").replaceAll(/(nonce[="-]+)[\w+/=-]+|("csrf-token" content=")[^"]+/g, "$1$2");
  const told = [...headers].map(([name, value]): [string, string] => [name, plain(value)]);
  return { headers: new Headers(told), body: plain(String(body)) };
}

it("a multipart upload is refused alike for hidden and for non-existent records", async () => {
  const { app, world, hidden } = unseen();
  const create = async (kind: string, name: string, id: number) => {
    const pairs = { kind, [name]: String(id), filename: "hall.jpg" };
    const metadata = Object.entries(pairs).map(([key, value]) => `${key} ${btoa(value)}`);
    const reply = await world.clients.stranger.send("POST", `${app.origin}/api/uploads`, undefined, {
      "tus-resumable": "1.0.0",
      "upload-length": "1000",
      "upload-metadata": metadata.join(),
    });
    return toldBy(reply);
  };
  for (const [kind, name, field] of [
    ["room", "id_visit", "id_visit"],
    ["video", "id_project", "id_project"],
  ] as const) {
    const missing = await create(kind, name, world.missing[field]);
    expect(missing.status).toBe(404);
    expect(await create(kind, name, hidden[field])).toEqual(missing);
    expect(await create(kind, name, world.deleted[field])).toEqual(missing);
  }
});
