import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newSecret, signatures } from "#server/integrations/webhooks/sign.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { panorama } from "#test/pictures.ts";
import { apiTokenOf } from "#test/program.ts";
import { ApiError, createClient, verifyWebhook } from "../client/src/index.ts";

const root = join(import.meta.dirname, "..");
const run = promisify(execFile);

let app: TestApp;
let token: string;
let folder: string;

beforeAll(async () => {
  app = await testApp();
  const person = await app.user({ role: "administrator" });
  token = await apiTokenOf(app, person, ["projects:write", "visits:write", "snags:write", "reports:read"]);
  folder = await mkdtemp(join(tmpdir(), "sitewalk-consumer-"));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** A program of an external developer; it is type-checked by the compiler and then really run. */
const consumer = `
import { ApiError, createClient, type Item } from "sitewalk-client";

const client = createClient({ origin: process.argv[2] ?? "", token: process.argv[3] ?? "" });
const project = await client.call("POST /api/projects", {
  body: { name: "From outside", latitude: 24.7, longitude: 46.7 },
});
const id: number = project.id;
const rows: Item<"GET /api/projects">[] = [];
for await (const row of client.pages("GET /api/projects", { query: { per_page: 1 } })) rows.push(row);
const names: string[] = rows.map((row) => row.name);
let code = "";
try {
  await client.call("GET /api/team-members", { query: { id_project: id } });
} catch (error) {
  if (error instanceof ApiError) code = error.code;
}
const report = await client.download("GET /api/annotations/report/xlsx", { query: { id_project: id } });
const bytes = (await report.response.arrayBuffer()).byteLength;
process.stdout.write(JSON.stringify({ id, names, code, type: report.type, name: report.name, bytes }));
`;
const wrong = `
import { createClient } from "sitewalk-client";

const client = createClient({ origin: "http://localhost", token: "" });
await client.call("GET /api/nowhere");
await client.call("POST /api/projects", { body: { name: 5 } });
const text: string = (await client.call("GET /api/projects/{id}", { params: { id: 1 } })).id;
client.pages("GET /api/user");
await client.download("GET /api/projects");
`;

const program = {
  compilerOptions: {
    target: "es2024",
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    allowImportingTsExtensions: true,
    lib: ["es2024"],
    types: ["node"],
  },
};

/** The error that a call must end with. */
async function refusalOf(calling: Promise<unknown>): Promise<ApiError> {
  try {
    await calling;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("The call was not refused.");
}

describe("the client package", () => {
  it("builds, packs, compiles for a consumer, and works against a running server", async () => {
    const node = process.execPath;
    const dist = join(folder, "package/dist");
    await run(node, [join(root, "scripts/client.ts"), dist]);
    // Packed as npm packs it: the manifest decides what is included.
    await mkdir(join(folder, "package"), { recursive: true });
    for (const name of ["package.json", "README.md", "LICENSE"])
      await writeFile(join(folder, "package", name), await readFile(join(root, "client", name)));
    const packed = await run("npm", ["pack", "--json", "--pack-destination", folder], {
      cwd: join(folder, "package"),
    });
    const [{ filename, files }] = JSON.parse(packed.stdout) as [
      { filename: string; files: { path: string }[] },
    ];
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(["LICENSE", "README.md", "dist/index.js", "dist/index.d.ts", "package.json"]),
    );
    expect(paths.filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))).toEqual([]);

    const modules = join(folder, "node_modules");
    await mkdir(join(modules, "@types"), { recursive: true });
    await run("tar", ["-xzf", join(folder, filename), "-C", modules]);
    await run("mv", [join(modules, "package"), join(modules, "sitewalk-client")]);
    await symlink(join(root, "node_modules/zod"), join(modules, "zod"), "dir");
    await symlink(join(root, "node_modules/@types/node"), join(modules, "@types/node"), "dir");
    await symlink(join(root, "node_modules/undici-types"), join(modules, "undici-types"), "dir");
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    await writeFile(join(folder, "right.ts"), consumer);
    await writeFile(join(folder, "wrong.ts"), wrong);
    await writeFile(
      join(folder, "tsconfig.json"),
      JSON.stringify({ ...program, files: ["right.ts", "wrong.ts"] }),
    );
    const checked = await run(join(root, "node_modules/.bin/tsc"), ["-p", folder, "--checkers", "1"], {
      cwd: folder,
    }).catch((failure: { stdout: string }) => failure);
    const errors = [...checked.stdout.matchAll(/^(\S+)\((\d+),/gm)].map(
      ([, file, line]) => `${file}:${line}`,
    );
    expect(errors, checked.stdout).toEqual([
      "wrong.ts:5",
      "wrong.ts:6",
      "wrong.ts:7",
      "wrong.ts:8",
      "wrong.ts:9",
    ]);

    const ran = await run(node, [join(folder, "right.ts"), app.origin, token]);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      names: ["From outside"],
      code: "TOKEN_SCOPE",
      type: expect.stringContaining("spreadsheetml") as string,
      name: expect.stringMatching(/\.xlsx$/) as string,
    });
  });

  it("sends pictures with their fields before them", async () => {
    const client = createClient({ origin: app.origin, token });
    const project = await client.call("POST /api/projects", {
      body: { name: "Pictures", latitude: 24.7, longitude: 46.7 },
    });
    const visit = await client.call("POST /api/visits", {
      body: { id_project: project.id, name: "Walk", visit_date: "2026-02-01T08:00:00Z" },
    });
    const room = await client.upload("POST /api/rooms", {
      body: { id_visit: visit.id },
      files: { file: { name: "hall.jpg", data: new Uint8Array(await panorama()) } },
    });
    expect(room.id).toBeGreaterThan(0);
  });

  it("reports errors by their code, and a missing response by one of its own", async () => {
    const client = createClient({ origin: app.origin, token, retries: 0 });
    const missing = await refusalOf(client.call("GET /api/visits/{id}", { params: { id: 99_999_999 } }));
    expect(missing).toMatchObject({ status: 404, code: "NOT_FOUND" });
    const empty = await refusalOf(client.call("POST /api/projects", { body: {} as never }));
    expect(Object.keys(empty.fields)).toContain("name");
    const nowhere = createClient({ origin: "http://127.0.0.1:9", token, retries: 0 });
    expect((await refusalOf(nowhere.call("GET /api/projects"))).code).toBe("NETWORK");
    const other = createClient({ origin: app.origin, token: "swk_wrong", retries: 0 });
    expect((await refusalOf(other.call("GET /api/projects"))).code).toBe("TOKEN_INVALID");
  });
});

describe("retries", () => {
  /** A server that gives these answers in turn and counts its requests. */
  async function answering(answers: readonly { status: number; wait?: string }[]) {
    let asked = 0;
    const server = createServer((_request, response) => {
      const { status, wait } = answers[asked] ?? { status: 200 };
      asked += 1;
      response.writeHead(status, {
        "content-type": "application/json",
        ...(wait !== undefined && { "retry-after": wait }),
      });
      response.end(
        status === 200
          ? JSON.stringify({ data: { items: [], total: 0 } })
          : JSON.stringify({ code: status === 429 ? "RATE_LIMITED" : "UNAVAILABLE", message: "Wait." }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { client: createClient({ origin, token: "swk_x" }), asked: () => asked, server };
  }

  it("repeats any call after 429, for as long as the server says", async () => {
    const { client, asked, server } = await answering([{ status: 429, wait: "0" }]);
    await client.call("DELETE /api/annotations/{id}", { params: { id: 1 } });
    expect(asked()).toBe(2);
    server.close();
  });

  it("does not repeat a call that may already have happened, or wait beyond the limit", async () => {
    const once = await answering([{ status: 503, wait: "0" }]);
    const body = { name: "Twice", latitude: 0, longitude: 0 };
    expect((await refusalOf(once.client.call("POST /api/projects", { body }))).status).toBe(503);
    expect(once.asked()).toBe(1);
    expect((await once.client.call("GET /api/projects")).total).toBe(0);
    once.server.close();
    const long = await answering([{ status: 429, wait: "3600" }]);
    const refused = await refusalOf(long.client.call("GET /api/projects"));
    expect(refused).toMatchObject({ code: "RATE_LIMITED", retryAfter: 3600 });
    long.server.close();
  });

  it("end with the last error", async () => {
    const always = Array.from({ length: 9 }, () => ({ status: 429, wait: "0" }));
    const { client, asked, server } = await answering(always);
    expect((await refusalOf(client.call("GET /api/projects"))).status).toBe(429);
    expect(asked()).toBe(4);
    server.close();
  });
});

describe("webhook verification", () => {
  const secret = newSecret();
  const body = JSON.stringify({ type: "snag.created", timestamp: "2026-11-02T08:00:00Z", data: { id: 5 } });
  const now = Date.parse("2026-11-02T08:00:05Z");
  const timestamp = Math.floor(now / 1000);
  const signed = (secrets: readonly string[]) => ({
    id: "msg_1",
    timestamp: String(timestamp),
    signature: signatures({ id: "msg_1", timestamp, body }, secrets),
  });

  it("accepts the server's signature, also while the secret is being changed", async () => {
    expect(await verifyWebhook(secret, signed([secret]), body, now)).toMatchObject({ type: "snag.created" });
    expect(await verifyWebhook(secret, signed([newSecret(), secret]), body, now)).toMatchObject({
      data: { id: 5 },
    });
  });

  it("rejects a foreign, an altered and an old message", async () => {
    const mine = signed([secret]);
    await expect(verifyWebhook(newSecret(), mine, body, now)).rejects.toThrow(/somebody else/);
    await expect(verifyWebhook(secret, mine, body.replace("5", "6"), now)).rejects.toThrow(/somebody else/);
    await expect(verifyWebhook(secret, mine, body, now + 301_000)).rejects.toThrow(/too old/);
    await expect(verifyWebhook(secret, { ...mine, signature: "" }, body, now)).rejects.toThrow(/missing/);
  });
});
