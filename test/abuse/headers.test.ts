import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api, type Route } from "#contract/index.ts";
import { type TestApp, testApp } from "../app.ts";
import type { TestClient } from "../client.ts";
import { readSamples } from "../conformance/samples.ts";
import { panorama } from "../pictures.ts";
import { nowhere } from "./missing-records.ts";
import { webRoot } from "./web-root.ts";

let app: TestApp;
let root: { folder: string; remove(): Promise<void> };
let admin: TestClient;
beforeAll(async () => {
  root = await webRoot();
  app = await testApp({ environment: { ROLE: "web", WEB_ROOT: root.folder } });
  admin = await app.as(await app.user({ role: "super_admin" }));
});
afterAll(async () => {
  await app.close();
  await root.remove();
});

/** The directives of a policy by name. */
const policyOf = (headers: Headers) =>
  new Map(
    (headers.get("content-security-policy") ?? "").split(";").map((line) => {
      const [name = "", ...sources] = line.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );

/** Headers required on every response. */
function expectMarks(headers: Headers, what: string): void {
  expect(headers.get("x-content-type-options"), what).toBe("nosniff");
  const policy = policyOf(headers);
  const isBare = policy.get("default-src")?.join() === "'none'";
  expect(isBare || policy.get("object-src")?.join() === "'none'", `${what}: object-src`).toBe(true);
  expect(isBare || policy.get("base-uri")?.join() === "'none'", `${what}: base-uri`).toBe(true);
  expect(policy.get("frame-ancestors"), `${what}: frame-ancestors`).toBeDefined();
  const scripts = policy.get("script-src") ?? [];
  expect(scripts.join(" "), `${what}: script-src`).not.toMatch(/unsafe|\*|https?:|data:/);
  for (const name of ["connect-src", "img-src", "font-src", "form-action", "default-src"])
    for (const source of policy.get(name) ?? [])
      expect(source, `${what}: ${name}`).not.toMatch(/^(\*|https?:|wss?:)$/);
  for (const name of [
    "server",
    "x-powered-by",
    "access-control-allow-origin",
    "access-control-allow-credentials",
  ])
    expect(headers.get(name), `${what}: ${name}`).toBeNull();
}

function expectAnswerMarks(headers: Headers, what: string): void {
  expectMarks(headers, what);
  expect(headers.get("content-type"), what).toMatch(/^application\/json; charset=utf-8$/);
  expect(headers.get("cache-control"), what).toBe("no-store");
  expect(headers.get("referrer-policy"), what).toBe("same-origin");
  expect(headers.get("permissions-policy"), what).toContain("payment=()");
  expect(headers.get("cross-origin-opener-policy"), what).toBe("same-origin");
}

describe("every call's response has the headers of its kind", () => {
  const routes = (Object.keys(api) as Route[]).filter((route) => !route.includes("logout"));

  it("refused to a guest, without the anti-forgery token, and for a missing record", async () => {
    const samples = await readSamples();
    const statuses = new Set<number>();
    for (const route of routes) {
      const sample = samples.get(route)?.(nowhere) ?? {};
      const guest = app.guest();
      const { method, url } = guest.address(route, sample);
      const bare = await fetch(url, { method });
      expectHeaders(route, bare.headers, bare.status);
      statuses.add(bare.status);
      const bytes = sample.files === undefined ? undefined : await panorama();
      const files = Object.fromEntries(
        (sample.files ?? []).map((name) => [name, { name: "room.jpg", bytes: bytes ?? new Uint8Array() }]),
      );
      const reply =
        bytes === undefined
          ? await admin.raw(route, sample)
          : await admin.upload(route, (sample.body ?? {}) as Record<string, string>, files, sample);
      expectHeaders(route, reply.headers, reply.status);
      statuses.add(reply.status);
    }
    expect([...statuses]).toEqual(expect.arrayContaining([200, 401, 404, 419]));
  });

  function expectHeaders(route: Route, headers: Headers, status: number): void {
    const isFile = status < 400 && "download" in api[route];
    if (isFile) expectMarks(headers, route);
    else expectAnswerMarks(headers, `${route} ${status}`);
  }
});

describe("every class of refusal has them, too", () => {
  const ask = (path: string, init: RequestInit = {}) => fetch(`${app.origin}${path}`, init);
  const json = { "content-type": "application/json" };

  it.each([
    ["nothing there", "/api/nothing", {}, 404],
    ["a method that is not there", "/api/user", { method: "PATCH" }, 404],
    ["a broken body", "/api/login", { method: "POST", headers: json, body: "{" }, 400],
    [
      "a body of another type",
      "/api/login",
      { method: "POST", headers: { "content-type": "text/xml" }, body: "<a/>" },
      400,
    ],
    [
      "a body that is too large",
      "/api/login",
      { method: "POST", headers: json, body: " ".repeat(2 ** 20 + 1) },
      413,
    ],
    ["an address that is none", "/api/%ff", {}, 400],
    ["a NUL", "/api/user?a=%00", {}, 400],
    ["a wrong token", "/api/user", { headers: { authorization: "Bearer swk_wrong" } }, 401],
    ["media without a right", "/media/none/none.webp", {}, 404],
    ["a film without a right", "/media/films/none/none/none.mp4", {}, 404],
    ["a camera without a right", "/media/cctv/none/live.m3u8", {}, 403],
    ["a file that is not there", "/assets/none.js", {}, 404],
    ["a socket's address asked without one", "/app/key", {}, 404],
    ["an upload that is not there", "/api/uploads/none", { method: "PATCH" }, 419],
  ] as const)("%s", async (_, path, init, status) => {
    const reply = await ask(path, init);
    expect(reply.status).toBe(status);
    expectAnswerMarks(reply.headers, path);
    expect(await reply.text()).not.toMatch(/\/src\/|at \w+ \(|select |node_modules/);
  });
});

describe("pages and files have the headers of their kind", () => {
  it.each([
    "/",
    "/login",
    "/projects",
    "/viewer/nosuchcode22",
    "/video/nosuchcode22",
    "/showcase/nosuchcode22",
  ])("the page %s is stored by no cache and runs only our scripts", async (path) => {
    const { headers } = await fetch(`${app.origin}${path}`);
    expectMarks(headers, path);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("same-origin");
  });

  it("the application cannot be framed by another site; pages shared by link can", async () => {
    const ancestors = async (path: string) =>
      policyOf((await fetch(`${app.origin}${path}`)).headers)
        .get("frame-ancestors")
        ?.join();
    expect(await ancestors("/login")).toBe("'self'");
    expect(await ancestors("/viewer/nosuchcode22")).toBe("*");
  });

  it("our scripts have the media type of a script", async () => {
    const { status, headers } = await fetch(`${app.origin}/assets/main-abc123.js`);
    expect(status).toBe(200);
    expectMarks(headers, "script");
    expect(headers.get("content-type")).toMatch(/^(text|application)\/javascript; charset=utf-8$/);
  });

  it("no response lists a folder or serves files beside the assets", async () => {
    for (const path of [
      "/assets/",
      "/assets",
      "/media/",
      "/assets/../secret.txt",
      "/assets/%2e%2e/secret.txt",
    ])
      expect((await fetch(`${app.origin}${path}`)).status, path).toBe(404);
    for (const path of [
      "/.git/config",
      "/.env",
      "/package.json",
      "/app.key",
      "/data/app.key",
      "/secret.txt",
      "/metrics",
    ]) {
      const reply = await fetch(`${app.origin}${path}`);
      const text = await reply.text();
      // A path without an extension belongs to the application, which has no such screen.
      if (reply.status !== 404) expect(text, path).toMatch(/^<!doctype html>/);
      expect(text, path).not.toContain("beside the assets");
    }
  });
});
