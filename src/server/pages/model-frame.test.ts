import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createServer } from "#server/platform/http/server.ts";
import { createLog } from "#server/platform/log.ts";
import { modelFrame } from "./model-frame.ts";

const script = 'parent.postMessage({ say: "ready" }, "*");';
let webRoot: string;
let server: Awaited<ReturnType<typeof createServer>>;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), "sitewalk-model-"));
  server = await createServer({ log: createLog("silent"), trustProxy: [], publicUrl: "" });
  modelFrame({ webRoot, modelHosts: ["http://127.0.0.1:7001"] })(server);
  server.get("/page", () => "page");
});
afterAll(async () => {
  await server.close();
  await rm(webRoot, { recursive: true });
});

const policyOf = async (url: string) => {
  const { headers } = await server.inject(url);
  const lines = String(headers["content-security-policy"]).split(";");
  return new Map(lines.map((line) => [line.split(" ")[0], line.split(" ").slice(1)]));
};

describe("document of Autodesk's viewer", () => {
  it("does not exist before it is built", async () => {
    expect((await server.inject("/autodesk/model")).statusCode).toBe(404);
  });

  it("has no origin, runs our script and Autodesk's, and can be embedded by this site alone", async () => {
    await mkdir(join(webRoot, "model"));
    await writeFile(join(webRoot, "model/frame.js"), script);
    const reply = await server.inject("/autodesk/model");
    expect(reply.body).toContain(`<script>${script}</script>`);
    const policy = await policyOf("/autodesk/model");
    expect(policy.get("sandbox")).toEqual(["allow-scripts"]);
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'self'"]);
    const hash = createHash("sha256").update(script).digest("base64");
    expect(policy.get("script-src")).toEqual(
      expect.arrayContaining([`'sha256-${hash}'`, "https://*.autodesk.com", "http://127.0.0.1:7001"]),
    );
    expect(policy.get("script-src")).not.toContain("'self'");
    expect(policy.get("connect-src")).not.toContain("'self'");
  });

  it("allows Autodesk on no other page", async () => {
    expect((await policyOf("/page")).get("script-src")).toEqual(["'self'"]);
  });
});
