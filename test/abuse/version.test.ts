import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "../app.ts";
import { webRoot } from "./web-root.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const shown = version.split(".").slice(0, 2).join(".");

let app: TestApp;
let root: { folder: string; remove(): Promise<void> };
beforeAll(async () => {
  root = await webRoot();
  const ERROR_REPORTING_DSN = "https://key@errors.example/7";
  app = await testApp({ environment: { ROLE: "web", WEB_ROOT: root.folder, ERROR_REPORTING_DSN } });
});
afterAll(async () => {
  await app.close();
  await root.remove();
});

it("Signed-in users can read the version of the program, guests cannot.", async () => {
  const person = await app.as(await app.user());
  expect(await person.call("GET /api/settings")).toMatchObject({ version: shown });
  expect(await person.call("GET /api/health")).toEqual({ database: "up", version });
  expect(await app.guest().call("GET /api/settings")).not.toHaveProperty("version");
  expect(await app.guest().call("GET /api/health")).toEqual({ database: "up" });
});

it("The API document shows guests only its major version.", async () => {
  const reply = await fetch(`${app.origin}/api/openapi.json`);
  const { info } = (await reply.json()) as { info: { version: string } };
  expect(info.version).toBe(`${version.split(".")[0]}.0`);
});

it.each(["/", "/login", "/viewer/nosuchcode22", "/video/nosuchcode22", "/live/nosuchcode22", "/terms"])(
  "%s shows a guest neither version nor release.",
  async (path) => {
    const reply = await fetch(`${app.origin}${path}`);
    const text = await reply.text();
    expect(text).toMatch(/^<!doctype html>/i);
    expect(text).not.toMatch(/"(?:version|release)":/);
    expect(text).not.toContain(version);
    expect([...reply.headers.values()].join("\n")).not.toContain(version);
  },
);
