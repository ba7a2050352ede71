import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createOutsideCall, type OutsideRequest } from "./outside-call.ts";
import { OutsideFailure } from "./outside-failure.ts";

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}
type Reply = (response: ServerResponse, seen: Seen) => void;

const seen: Seen[] = [];
/** Returned one after the other; the last one repeats. */
let replies: Reply[] = [];
const pauses: number[] = [];
let origin = "";
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, body: Buffer.concat(parts).toString() };
    seen.push(one);
    ((replies.length > 1 ? replies.shift() : replies[0]) ?? status(200))(response, one);
  });
});

const status =
  (code: number, body: unknown = {}, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(code, headers).end(typeof body === "string" ? body : JSON.stringify(body));
const drop: Reply = (response) => response.destroy();

const now = new Date("2026-11-21T12:00:00Z");
const call = createOutsideCall({
  service: "Outside",
  clock: { now: () => now },
  pause: (milliseconds) => {
    pauses.push(milliseconds);
    return Promise.resolve();
  },
  random: () => 1,
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen.length = 0;
  pauses.length = 0;
  replies = [];
});

const failureOf = async (request: Partial<OutsideRequest>) => {
  const error: unknown = await call({ method: "GET", url: `${origin}/`, ...request }).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OutsideFailure)) throw new Error("nothing failed");
  return error;
};

async function portOfNobody() {
  const nobody = createServer();
  await new Promise<void>((resolve) => nobody.listen(0, "127.0.0.1", resolve));
  const { port } = nobody.address() as AddressInfo;
  await new Promise((resolve) => nobody.close(resolve));
  return port;
}

describe("a call to an external service", () => {
  it("sends JSON, a form or a file, with its query and its headers", async () => {
    replies = [status(200, { id: "1" })];
    const json = await call({
      method: "POST",
      url: `${origin}/cards?a=1`,
      query: { b: "ö x", left: undefined },
      headers: { authorization: "Bearer secret-token" },
      json: { name: "Crack" },
    });
    await call({ method: "POST", url: `${origin}/token`, form: { grant_type: "refresh_token" } });
    const multipart = new FormData();
    multipart.append("file", new Blob(["pixels"], { type: "image/jpeg" }), "a.jpg");
    await call({ method: "POST", url: `${origin}/file`, multipart });

    expect(json).toMatchObject({ status: 200, body: { id: "1" } });
    expect(seen[0]).toMatchObject({
      url: "/cards?a=1&b=%C3%B6+x",
      body: '{"name":"Crack"}',
      headers: { "content-type": "application/json", authorization: "Bearer secret-token" },
    });
    expect(seen[1]?.body).toBe("grant_type=refresh_token");
    expect(seen[1]?.headers["content-type"]).toContain("application/x-www-form-urlencoded");
    expect(seen[2]?.headers["content-type"]).toContain("boundary=");
    expect(seen[2]?.body).toContain('filename="a.jpg"');
  });

  it.each([
    ["seconds of Retry-After", status(429, {}, { "retry-after": "2" }), 2000],
    ["a date of Retry-After", status(503, {}, { "retry-after": "Sat, 21 Nov 2026 12:00:03 GMT" }), 3000],
    ["X-RateLimit-Reset", status(429, {}, { "x-ratelimit-reset": `${now.getTime() / 1000 + 4}` }), 4000],
    ["retry_in_seconds", status(429, { errors: [{ extensions: { retry_in_seconds: 1 } }] }), 1000],
    ["nothing", status(502), 500],
    ["nothing, because it broke off", drop, 500],
  ])("is retried after the time named by the service: %s", async (_, reply, milliseconds) => {
    replies = [reply, status(200, { done: true })];
    expect((await call({ method: "GET", url: `${origin}/` })).body).toEqual({ done: true });
    expect(pauses).toEqual([milliseconds]);
  });

  it("is made four times at most, with growing pauses", async () => {
    replies = [status(503)];
    expect(await failureOf({})).toMatchObject({ trouble: "broken", status: 503 });
    expect(seen).toHaveLength(4);
    expect(pauses).toEqual([500, 1000, 2000]);
  });

  it("leaves the retry to the caller when the service asks for a longer wait than a call allows", async () => {
    replies = [status(429, {}, { "retry-after": "60" })];
    expect(await failureOf({})).toMatchObject({ trouble: "busy", wait: 60 });
    expect(seen).toHaveLength(1);
    expect(pauses).toEqual([]);
  });

  it.each([400, 401, 404, 500, 501])("is not retried after %d", async (code) => {
    replies = [status(code, { message: "No." })];
    const failure = await failureOf({});
    expect(failure.message).toBe("Outside: No.");
    expect(seen).toHaveLength(1);
  });

  it("that creates is never retried automatically, and reports whether it may have been carried out", async () => {
    replies = [status(503)];
    expect(await failureOf({ method: "POST", json: {} })).toMatchObject({ isUnsure: true });
    replies = [drop];
    expect(await failureOf({ method: "POST", json: {} })).toMatchObject({
      trouble: "silent",
      isUnsure: true,
    });
    replies = [status(429)];
    expect(await failureOf({ method: "POST", json: {} })).toMatchObject({ trouble: "busy", isUnsure: false });
    expect(seen).toHaveLength(3);
    const url = `http://127.0.0.1:${await portOfNobody()}/`;
    expect(await failureOf({ method: "POST", json: {}, url })).toMatchObject({
      trouble: "silent",
      isUnsure: false,
    });
  });

  it("is retried when its POST only reads", async () => {
    replies = [status(502), status(200)];
    await call({ method: "POST", url: `${origin}/`, json: {}, isRepeatable: true });
    expect(seen).toHaveLength(2);
  });

  it("waits no longer than its timeout", async () => {
    replies = [() => undefined];
    const failure = await failureOf({ patience: 20, method: "POST", json: {} });
    expect(failure).toMatchObject({ trouble: "silent", isUnsure: true });
    expect(failure.message).toContain("no answer in time");
  });

  it("follows no redirects: the token would be sent along", async () => {
    replies = [status(302, "", { location: `${origin}/elsewhere` })];
    const call = { url: `${origin}/moved`, headers: { authorization: "Bearer x" } };
    expect(await failureOf(call)).toMatchObject({ status: 302 });
    // A call to `/` that another test gave up may arrive only now.
    expect(seen.map(({ url }) => url).filter((url) => url !== "/")).toEqual(["/moved"]);
  });

  it("reveals no secret, even when the service repeats it", async () => {
    replies = [
      (response, { url }) =>
        response.writeHead(400).end(JSON.stringify({ error: `bad ${url} and abc+def/123 and tok-999999` })),
    ];
    const failure = await failureOf({
      query: { key: "key-123456", token: "tok&123456" },
      headers: { authorization: "Bearer tok-999999" },
      secrets: ["abc+def/123"],
    });
    expect(failure.message).toContain("bad");
    expect(JSON.stringify(Object.entries(failure))).not.toContain("123456");
    for (const secret of ["key-123456", "tok&123456", "tok%26123456", "abc+def/123", "tok-999999"])
      expect(failure.message).not.toContain(secret);
  });

  it("reads no unbounded answer", async () => {
    const small = createOutsideCall({ service: "Outside", most: 100, tries: 1 });
    replies = [status(200, "x".repeat(200))];
    await expect(small({ method: "GET", url: `${origin}/` })).rejects.toThrow("too long");
  });
});
