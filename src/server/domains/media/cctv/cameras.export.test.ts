import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { unzip } from "#test/zip.ts";
import { keepStills } from "./stills.fixture.ts";

let app: TestApp;
let owner: TestClient;
let id_project: number;
let gate: number;

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  owner = await app.as(await app.user({ role: "administrator" }));
  id_project = (await owner.call("POST /api/projects", { body: { name: "Quay" } })).id;
  // These cameras are never called: their address is a host name that does not exist.
  const add = async (name: string, location: string) => {
    const hls_url = "http://gate-keeper:s3cret@camera.example/live.m3u8";
    const body = { id_project, name, location, description: "=cmd()", hls_url };
    return (await owner.call("POST /api/cctv-cameras", { body })).id;
  };
  gate = await add("Gate / 1#2", "South");
  await add("Blind", "North");
  await keepStills(app, gate, 3);
});
afterAll(() => app.close());

async function files(client = owner, lang?: Language) {
  const { url } = client.address("GET /api/projects/export/{id}", {
    params: { id: id_project },
    query: { lang },
  });
  const reply = await fetch(url, { headers: { cookie: client.cookie() } });
  expect(reply.status).toBe(200);
  return unzip(new Uint8Array(await reply.arrayBuffer()));
}
type Zip = Awaited<ReturnType<typeof files>>;
const text = (zip: Zip, path: string) => zip.get(path)?.bytes.toString() ?? "";
const factsIn = (zip: Zip) => (JSON.parse(text(zip, "project.json")) as { cameras?: unknown[] }).cameras;
const picturesIn = (zip: Zip) => [...zip.keys()].filter((path) => path.startsWith("cameras/"));
const path = "cameras/Gate 1#2 2026-01-05.webp";
const stillAt = (n: number) => join(app.dataDir, `media/objects/portraits/00/still-${gate}-${n}.webp`);

describe("the cameras of an export", () => {
  it("contain the last picture of each, byte for byte, dated by its capture", async () => {
    const zip = await files();
    expect(picturesIn(zip)).toEqual([path]);
    const { bytes = Buffer.alloc(0), isStored, modifiedAt } = zip.get(path) ?? {};
    expect(bytes.equals(await readFile(stillAt(2)))).toBe(true);
    expect(bytes.equals(await readFile(stillAt(1)))).toBe(false);
    expect((await sharp(bytes).metadata()).format).toBe("webp");
    expect(isStored).toBe(true);
    expect(modifiedAt?.toISOString()).toBe("2026-01-05T07:00:00.000Z");
    const { size } = await owner.call("GET /api/project-exports", { query: { id_project } });
    expect(size).toBe(bytes.length);
  });

  it("list a camera without pictures, without blocking the rest", async () => {
    const zip = await files();
    expect(factsIn(zip)).toMatchObject([
      { name: "Blind", location: "North", picture: null, taken_at: null },
      { name: "Gate / 1#2", location: "South", picture: path, taken_at: "2026-01-05T07:00:00.000Z" },
    ]);
    expect(zip.has("missing.txt")).toBe(false);
  });

  it("are a readable table, in the requested language", async () => {
    const [head, blind, seen] = text(await files(), "cameras.csv").split("\r\n");
    expect(head).toBe("\ufeffNumber,Name,Location,Description,Taken at,File");
    expect(blind).toMatch(/^\d+,Blind,North,'=cmd\(\),,$/);
    expect(seen).toContain(`South,'=cmd(),2026-01-05T07:00:00.000Z,${path}`);
    const ar = await files(owner, "ar");
    expect(text(ar, "cameras.csv")).toContain("الموقع");
    expect(text(ar, "اقرأني.txt")).toContain("cameras.csv");
  });

  it("contain no camera address", async () => {
    for (const { bytes } of (await files()).values())
      expect(bytes.toString("latin1")).not.toMatch(/s3cret|camera\.example|gate-keeper/);
  });

  it("are left out for users who may not see cameras", async () => {
    const person = await app.user();
    await app.join(id_project, person, "editor");
    await app.database.db
      .updateTable("project_members")
      .set({ withheld: ["cameras.view"] })
      .where("id_user", "=", person.id)
      .execute();
    const zip = await files(await app.as(person));
    expect([picturesIn(zip), factsIn(zip), zip.has("cameras.csv")]).toEqual([[], undefined, false]);
    expect(text(zip, "project.json")).not.toContain("Blind");
  });

  it("lose only a picture that is missing from the store", async () => {
    await rm(stillAt(2));
    const zip = await files();
    expect(picturesIn(zip)).toEqual([]);
    expect(text(zip, "missing.txt")).toContain(path);
    expect(text(zip, "cameras.csv")).toContain("Blind");
  });
});
