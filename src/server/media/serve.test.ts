import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readRange } from "#server/platform/http/range.ts";
import { createAppKey } from "#server/platform/key.ts";
import { createLocalStore } from "./local-store.ts";
import { serveMedia } from "./serve.ts";
import { createSigner } from "./sign.ts";

let root: string;
let app: FastifyInstance;
const signer = createSigner(createAppKey("one installation's secret of enough letters"));
const stranger = createSigner(createAppKey("another installation's secret, as long"));
const mine = `pictures/ab/ab${"1".repeat(62)}`;
const other = `pictures/ab/ab${"2".repeat(62)}`;
const at = signer.signPrefix(mine);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "sitewalk-serve-"));
  const store = createLocalStore(join(root, "objects"), join(root, "trash"));
  const source = join(root, "0123456789");
  await writeFile(source, "0123456789");
  for (const prefix of [mine, other]) {
    for (const name of ["base.webp", "original.jpg", "notes.txt", "t/0/0_0.jpeg", "page.html"]) {
      await store.putFile(`${prefix}/${name}`, source);
    }
  }
  app = fastify();
  await app.register((instance) =>
    serveMedia(store, signer, async (bearer) => bearer !== "u1~ended", {
      replace: async () => undefined,
    })(instance),
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
});

afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" | "POST" = "GET") =>
  app.inject({ method, url, headers });

test("a signed variant is cached permanently, with its type and nothing executable", async () => {
  const reply = await get(`${at}/base.webp`);
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toBe("0123456789");
  expect(reply.headers).toMatchObject({
    "content-type": "image/webp",
    "content-length": "10",
    "cache-control": "private, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "accept-ranges": "bytes",
  });
  expect((await get(`${at}/t/0/0_0.jpeg`)).headers["content-type"]).toBe("image/jpeg");
});

test("an original is downloaded in a sandbox, a variant shown in one", async () => {
  const original = await get(signer.signObject(`${mine}/original.jpg`));
  const variant = await get(`${at}/base.webp`);
  for (const { headers } of [original, variant])
    expect(headers).toMatchObject({
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
  expect(original.headers["content-disposition"]).toBe("attachment");
  expect(variant.headers["content-disposition"]).toBeUndefined();
});

test("HEAD returns the same headers without the bytes", async () => {
  const reply = await get(`${at}/base.webp`, {}, "HEAD");
  expect(reply.statusCode).toBe(200);
  expect(reply.headers["content-length"]).toBe("10");
  expect(reply.body).toBe("");
});

test("a client with a current copy gets 304", async () => {
  const { etag = "" } = (await get(`${at}/base.webp`)).headers;
  for (const known of [etag, `"x", ${etag}`, `W/${etag}`, "*"]) {
    const reply = await get(`${at}/base.webp`, { "if-none-match": known });
    expect(reply.statusCode).toBe(304);
    expect(reply.body).toBe("");
  }
  expect((await get(`${at}/base.webp`, { "if-none-match": '"x"' })).statusCode).toBe(200);
});

describe("a range", () => {
  test.each([
    ["bytes=0-3", "0123", "bytes 0-3/10"],
    ["bytes=8-", "89", "bytes 8-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=5-500", "56789", "bytes 5-9/10"],
    ["bytes=-500", "0123456789", "bytes 0-9/10"],
  ])("%s is answered partially", async (range, body, contentRange) => {
    const reply = await get(`${at}/base.webp`, { range });
    expect(reply.statusCode).toBe(206);
    expect(reply.body).toBe(body);
    expect(reply.headers["content-range"]).toBe(contentRange);
    expect(reply.headers["content-length"]).toBe(String(body.length));
  });

  test("past the end is refused with the size", async () => {
    const reply = await get(`${at}/base.webp`, { range: "bytes=10-" });
    expect(reply.statusCode).toBe(416);
    expect(reply.headers["content-range"]).toBe("bytes */10");
    expect(reply.headers["cache-control"]).toBeUndefined();
  });

  test("of another version, or an invalid one, returns the whole object", async () => {
    expect((await get(`${at}/base.webp`, { range: "bytes=0-3", "if-range": '"x"' })).statusCode).toBe(200);
    for (const range of ["bytes=3-1", "bytes=-", "bytes=a-b", "lines=1-2", "bytes=0-1,3-4"]) {
      expect((await get(`${at}/base.webp`, { range })).statusCode).toBe(200);
    }
  });

  test("never reaches outside the object, for any request", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(?:bytes=)?[-0-9, ]{0,12}$/), fc.nat(1000), (header, bytes) => {
        const range = readRange(header, bytes);
        if (typeof range === "string") return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThan(bytes);
      }),
      { numRuns: 3000 },
    );
  });
});

/** The status of a path sent exactly as given: clients (and `inject`) normalize dots first. */
function rawStatus(path: string): Promise<number | undefined> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, path }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

describe("outside of a signature", () => {
  test("another picture, and a signature of another installation", async () => {
    const [signature = ""] = at.split("/").slice(2, 3);
    expect((await get(`/media/${signature}/${other}/base.webp`)).statusCode).toBe(404);
    expect((await get(`${stranger.signPrefix(mine)}/base.webp`)).statusCode).toBe(404);
    expect((await get(`${at.replace(signature, "")}/base.webp`)).statusCode).toBe(404);
    expect((await get(`${at.replace(signature, signature.slice(1))}/base.webp`)).statusCode).toBe(404);
  });

  test("the original of a picture whose variants may be seen, and vice versa", async () => {
    expect((await get(`${at}/original.jpg`)).statusCode).toBe(404);
    const original = signer.signObject(`${mine}/original.jpg`);
    expect((await get(original)).statusCode).toBe(200);
    expect((await get(original.replace("original.jpg", "base.webp"))).statusCode).toBe(404);
  });

  test("files that are no picture, even when signed", async () => {
    for (const name of ["notes.txt", "page.html"]) {
      expect((await get(signer.signObject(`${mine}/${name}`))).statusCode).toBe(404);
      expect((await get(`${at}/${name}`)).statusCode).toBe(404);
    }
  });

  test("folders, path escapes and path variants", async () => {
    for (const path of [
      "",
      "/",
      "/t",
      "/t/0",
      "/t/0/",
      "/../base.webp",
      "/t/../base.webp",
      "/t/0/..%2f..%2fbase.webp",
      "/%2e%2e/base.webp",
      "/t/0/0_0.jpeg%00",
      "/t/0/0_0.jpeg/",
      "//base.webp",
      "/base.webp.txt",
      "/BASE.webp",
      "/../../../../../../etc/passwd",
    ]) {
      expect([path, await rawStatus(`${at}${path}`)]).toEqual([path, 404]);
    }
    const out = signer.signObject("../secret.jpg");
    expect((await get(out)).statusCode).toBe(404);
  });

  test("writing", async () => {
    expect((await get(`${at}/base.webp`, {}, "POST")).statusCode).toBe(404);
  });
});

test("public objects are kept by shared caches, personal ones only by the browser", async () => {
  const brand = signer.signObject(`${mine}/base.webp`, "-");
  expect((await get(brand)).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const own = signer.signObject(`${mine}/base.webp`, "u1~abcd1234");
  expect((await get(own)).headers["cache-control"]).toBe("private, max-age=31536000, immutable");
});

test("an address cannot be turned into one of another user", async () => {
  const own = signer.signObject(`${mine}/base.webp`, "u1~abcd1234");
  for (const bearer of ["-", "g", "u2~abcd1234", "v1~abcd1234"])
    expect((await get(own.replace("u1~abcd1234", bearer))).statusCode, bearer).toBe(404);
});

test("without the right nothing is answered from the browser's cache: no 304, no range, no length", async () => {
  const ended = signer.signObject(`${mine}/base.webp`, "u1~ended");
  const { etag = "" } = (await get(`${at}/base.webp`)).headers;
  const missing = await get(`${at}/nothing.webp`);
  for (const headers of [{}, { "if-none-match": etag }, { "if-none-match": "*" }, { range: "bytes=0-1" }])
    for (const method of ["GET", "HEAD"] as const) {
      const reply = await get(ended, headers, method);
      expect(reply.statusCode).toBe(404);
      expect(Object.keys(reply.headers)).toEqual(
        Object.keys((await get(`${at}/nothing.webp`, headers, method)).headers),
      );
      if (method === "GET") expect(reply.body).toBe(missing.body);
    }
});
