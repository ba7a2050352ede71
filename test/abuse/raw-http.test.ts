import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { type TestApp, testApp } from "../app.ts";
import { answersIn, sendBytes } from "./wire.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
});
afterAll(() => app.close());

const send = (bytes: string) => sendBytes(app.origin, bytes);
const hidden = "GET /api/settings HTTP/1.1\r\nHost: inner.example\r\n\r\n";

describe("the boundary between two requests", () => {
  it.each([
    ["a length and chunks", "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["chunks and a length", "Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n"],
    ["two lengths", `Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n`],
    ["a length with a sign", "Content-Length: +0\r\n\r\n"],
    ["an encoding nobody knows", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"],
    ["a blank before the colon", "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"],
    ["a folded header", "X-Note: a\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["a size that is none", "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n"],
    ["lines that end in a feed alone", "Transfer-Encoding: chunked\n\n0\n\n"],
  ])("is not guessed: %s", async (_, rest) => {
    const heard = await send(`POST /api/login HTTP/1.1\r\nHost: site.example\r\n${rest}${hidden}`);
    const answers = answersIn(heard);
    expect(answers[0]).toMatch(/ 4\d\d$/);
    // The request hidden in the body of the first must not be answered as a second one.
    expect(answers).toHaveLength(1);
    expect(heard).not.toContain("website_name");
  });

  it("is found where it is declared properly: two requests on one connection get two responses", async () => {
    const one = "GET /api/csrf-token HTTP/1.1\r\nHost: site.example\r\n\r\n";
    expect(answersIn(await send(one + one))).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
  });
});

describe("an invalid request", () => {
  it.each([
    ["no HTTP at all", "hello\r\n\r\n", 400],
    ["without a host", "GET / HTTP/1.1\r\n\r\n", 400],
    ["a NUL in a header", "GET / HTTP/1.1\r\nHost: a\r\nX-Note: a\0b\r\n\r\n", 400],
    ["headers without end", `GET / HTTP/1.1\r\nHost: a\r\nX-Note: ${"a".repeat(20_000)}\r\n\r\n`, 431],
    ["an address without end", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ])("gets its status and nothing about our server: %s", async (_, bytes, status) => {
    const heard = await send(bytes);
    expect(answersIn(heard)).toEqual([`HTTP/1.1 ${status}`]);
    expect(heard.toLowerCase()).toMatch(/connection: close/);
    expect(heard).not.toMatch(/node|fastify|stack|\.ts/i);
  });

  it("gets the `nosniff` header, too", async () => {
    expect(await send("hello\r\n\r\n")).toContain("X-Content-Type-Options: nosniff");
    const upgrade = "GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    expect(await send(upgrade)).toContain("X-Content-Type-Options: nosniff");
  });
});

describe("two hosts", () => {
  const [one, other] = ["Host: site.example", "host: inner.example"];
  const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n";

  it.each([
    ["a call", `GET /api/csrf-token HTTP/1.1\r\n${one}\r\n${other}\r\n\r\n`],
    ["the same name twice", `GET /api/csrf-token HTTP/1.1\r\n${one}\r\n${one}\r\n\r\n`],
    ["a page", `GET /login HTTP/1.1\r\n${one}\r\n${other}\r\n\r\n`],
    ["a file", `GET /media/x/pictures/x/base.webp HTTP/1.1\r\n${one}\r\n${other}\r\n\r\n`],
    ["a socket", `GET /app/key?protocol=7 HTTP/1.1\r\n${one}\r\n${other}\r\n${upgrade}\r\n`],
  ])("are refused: %s", async (_, bytes) => {
    expect(answersIn(await send(bytes))).toEqual(["HTTP/1.1 400"]);
  });

  it("one is answered", async () => {
    const bytes = `GET /api/csrf-token HTTP/1.1\r\n${one}\r\nX-Host: other\r\n\r\n`;
    expect(answersIn(await send(bytes))).toEqual(["HTTP/1.1 200"]);
  });
});

describe("methods", () => {
  it.each(["TRACE", "PROPFIND", "SEARCH", "LOCK", "PURGE"])(
    "%s does not exist, and echoes nothing",
    async (method) => {
      const heard = await send(
        `${method} /api/user HTTP/1.1\r\nHost: site.example\r\nCookie: a=secret-of-the-cookie\r\nConnection: close\r\n\r\n`,
      );
      expect(answersIn(heard)).toEqual(["HTTP/1.1 404"]);
      expect(heard).not.toContain("secret-of-the-cookie");
    },
  );

  it("CONNECT opens no tunnel", async () => {
    const heard = await send("CONNECT 127.0.0.1:5432 HTTP/1.1\r\nHost: 127.0.0.1:5432\r\n\r\n");
    expect(answersIn(heard).filter((line) => line.endsWith(" 200"))).toEqual([]);
  });

  it("a method in a header or a field is not the method", async () => {
    const tricked = await fetch(`${app.origin}/api/logout?_method=POST`, {
      headers: { "x-http-method-override": "POST", "x-method-override": "DELETE" },
    });
    expect(tricked.status).toBe(404);
  });
});

describe("an oversized request", () => {
  it("is refused by its announced length, before it is read", async () => {
    const head = `POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${limits.json.bytes + 1}\r\n\r\n`;
    expect(answersIn(await send(head))).toEqual(["HTTP/1.1 413"]);
  });

  it("is refused when it comes in chunks without a length", async () => {
    const chunk = `${(64 * 1024).toString(16)}\r\n${" ".repeat(64 * 1024)}\r\n`;
    const body = chunk.repeat(limits.json.bytes / (64 * 1024) + 1);
    const heard = await sendBytes(
      app.origin,
      `POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body}0\r\n\r\n`,
      2000,
    );
    expect(answersIn(heard)[0]).toBe("HTTP/1.1 413");
  });
});
