import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSharedAnswers, type LiveViewer } from "./shared-answers.ts";

let server: Server;
let port: number;
/** Addresses requested from the media process, and how it answers. */
let asked: string[];
let status: number;
/** How it answers about a viewer, without a file. */
let welcome: number;
let now: number;
beforeEach(async () => {
  [asked, status, welcome, now] = [[], 200, 200, 10_000];
  server = createServer((request, response) => {
    const isAbout = request.method === "HEAD";
    asked.push(`${isAbout ? "about " : ""}${request.url}`);
    if (isAbout) {
      response.writeHead(welcome);
      response.end();
      return;
    }
    const isMedia = request.url?.endsWith(".m4s") === true;
    response.writeHead(status, { "cache-control": isMedia ? "private, immutable" : "no-store" });
    response.end(`part ${asked.filter((each) => !each.startsWith("about")).length}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const viewer = (token: string, file = "5.1.m4s", code = "crane"): LiveViewer => ({ code, token, file });

function open() {
  const shared = createSharedAnswers(() => now);
  return {
    shared,
    admit: (...tokens: readonly string[]) => {
      for (const token of tokens) shared.asking(viewer(token))();
    },
    ask: async (one: LiveViewer) => (await shared.answer(one, port))?.body.toString(),
  };
}

test("asks the media process once for many admitted viewers of one part", async () => {
  const { admit, ask } = open();
  admit("one", "two", "three");
  expect(await Promise.all(["one", "two", "three"].map((token) => ask(viewer(token))))).toEqual(
    Array<string>(3).fill("part 1"),
  );
  expect(await ask(viewer("two"))).toBe("part 1");
  expect(asked).toEqual(["/live/crane/one/5.1.m4s"]);
  expect(await ask(viewer("two", "parts.m3u8?_HLS_msn=5&_HLS_part=2"))).toBe("part 2");
});

test("shares nothing with a viewer whom the media process refuses, and asks about each every five seconds", async () => {
  const { admit, ask } = open();
  admit("one");
  expect(await ask(viewer("one"))).toBe("part 1");
  welcome = 403;
  expect(await ask(viewer("two"))).toBeUndefined();
  expect(await ask(viewer("one", "5.1.m4s", "gate"))).toBeUndefined();
  now += 4999;
  expect(await ask(viewer("one"))).toBe("part 1");
  now += 2;
  expect(await ask(viewer("one"))).toBeUndefined();
  const refused = ["/live/crane/two/5.1.m4s", "/live/gate/one/5.1.m4s", "/live/crane/one/5.1.m4s"];
  expect(asked).toEqual(["/live/crane/one/5.1.m4s", ...refused.map((path) => `about ${path}`)]);
});

test("asks about a viewer once for a playlist and a part, and then gives it what others have", async () => {
  const { ask } = open();
  const files = ["parts.m3u8?_HLS_msn=5&_HLS_part=2", "5.1.m4s"];
  const found = await Promise.all(files.map((file) => ask(viewer("one", file))));
  expect(new Set(found)).toEqual(new Set(["part 1", "part 2"]));
  expect(asked[0]).toBe(`about /live/crane/one/${files[0]}`);
  expect(new Set(asked.slice(1))).toEqual(new Set(files.map((file) => `/live/crane/one/${file}`)));
});

test("passes on what is no file of a stream, and what was no success", async () => {
  const { admit, ask } = open();
  admit("one");
  for (const file of ["live.m3u8", "watch", "../secret", "5.1.m4s?x=%2e"])
    expect(await ask(viewer("one", file))).toBeUndefined();
  expect(asked).toEqual([]);
  status = 404;
  expect(await ask(viewer("one"))).toBeUndefined();
  status = 200;
  expect(await ask(viewer("one"))).toBe("part 2");
});

test("has every viewer admitted anew once links are revoked, also those whose answer was on its way", async () => {
  const { shared, admit, ask } = open();
  admit("one");
  const late = shared.asking(viewer("two"));
  const waiting = ask(viewer("one"));
  shared.forget("crane");
  late();
  expect(await waiting).toBeUndefined();
  expect(await ask(viewer("two"))).toBeUndefined();
  // The media process may not have heard of it yet.
  now += 500;
  admit("one");
  expect(await ask(viewer("one"))).toBeUndefined();
  now += 600;
  admit("one");
  expect(await ask(viewer("one"))).toBeDefined();
});
