import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { canonical, withoutOurLink } from "#test/bcf/canonical.ts";
import { officialProblems } from "#test/bcf/check.ts";
import { foreignFiles } from "#test/bcf/foreign.ts";
import { zipOf } from "#test/bcf/zips.ts";
import type { TestClient } from "#test/client.ts";
import { soon } from "#test/soon.ts";
import { unzip } from "#test/zip.ts";
import { reportsWorld } from "../report/reports.fixture.ts";

const world = reportsWorld();
const newProject = async () =>
  (await world.is.owner.call("POST /api/projects", { body: { name: `Site ${randomUUID()}` } })).id;
const bring = async (bytes: Buffer, id_project: number, client: TestClient = world.is.owner) =>
  client.upload(
    "POST /api/annotations/import",
    { id_project: String(id_project) },
    {
      file: { name: "a.bcf", bytes },
    },
  );
const out = async (id_project: number, version: "2.1" | "3.0") =>
  unzip((await world.file("bcf", { id_project, version })).bytes);
const snagIn = async (id_project: number) => {
  const [snag] = (await world.is.owner.call("GET /api/annotations", { query: { id_project } })).items;
  if (snag === undefined) throw new Error(`Project ${id_project} has no snag.`);
  return snag;
};
const topic = () => ({ guid: randomUUID(), related: randomUUID() });

describe("a topic of another program", () => {
  it.each(["2.1", "3.0"] as const)("of version %s is exported without loss", async (version) => {
    const id_project = await newProject();
    const files = foreignFiles(version, topic());
    const reply = await bring(await zipOf(files), id_project);
    expect(reply).toMatchObject({ status: 200, body: { data: { created: 1, left: 0, photos: 2 } } });
    const back = await out(id_project, version);
    for (const [path, content] of Object.entries(files)) {
      if (["bcf.version", "extensions.xml"].includes(path)) continue;
      const bytes = back.get(path)?.bytes;
      if (path.endsWith("markup.bcf"))
        expect(canonical(withoutOurLink(bytes)), path).toEqual(canonical(content));
      else if (path === "documents.xml") expect(canonical(bytes)).toEqual(canonical(content));
      else expect(bytes?.equals(Buffer.from(content)), path).toBe(true);
    }
    const words = String(back.get("extensions.xml")?.bytes);
    for (const word of version === "3.0"
      ? ["Clash", "Request", "Tender", "P1", "Waiting for tender", "MEP"]
      : [])
      expect(words).toContain(`>${word}<`);
  });

  it.each([
    ["2.0", "2.1"],
    ["2.0", "3.0"],
    ["2.1", "3.0"],
    ["3.0", "2.1"],
  ] as const)("of version %s is written as %s by that version's rules", async (from, to) => {
    const id_project = await newProject();
    const files = foreignFiles(from, topic());
    await bring(await zipOf(files), id_project);
    const back = await out(id_project, to);
    for (const [path, { bytes }] of back)
      expect(await officialProblems(to, path, bytes.toString()), path).toEqual([]);
    const folder = [...back.keys()].find((path) => path.endsWith("markup.bcf"))?.split("/")[0];
    const markup = String(back.get(`${folder}/markup.bcf`)?.bytes);
    const kept = ["Clash", "Waiting for tender", "P1", "Fire protection", "MEP", "engineer@example.org"];
    for (const said of [...kept, "snippet.json", "https://example.org/d.pdf", "Building.ifc", "s2.png"])
      expect(markup).toContain(said);
    const view = String(back.get(`${folder}/v1.bcfv`)?.bytes);
    for (const said of [
      "12.5",
      "0iDoq6WnDCk9BNrB4s12uA",
      "ClippingPlane",
      to === "3.0" ? "AspectRatio" : "Line",
    ])
      expect(view).toContain(said);
    const plan = [...back].find(([, { bytes }]) => bytes.toString() === "%PDF-1.4 a plan")?.[0];
    expect(plan).toMatch(to === "3.0" ? /^Documents\/[0-9a-f-]{36}$/ : /plan\.pdf$|\.pdf$/);
    if (to === "3.0") expect(String(back.get("documents.xml")?.bytes)).toContain("plan.pdf");
  });

  it("reports stored content that cannot be shown", async () => {
    const id_project = await newProject();
    const { body } = await bring(await zipOf(foreignFiles("2.1", topic())), id_project);
    const { kept } = (body as { data: { kept: { kind: string; topics: number }[] } }).data;
    expect(kept.map(({ kind }) => kind).toSorted()).toEqual(
      [
        "assignee",
        "components",
        "documents",
        "labels",
        "links",
        "markings",
        "models",
        "priority",
        "related",
        "snippet",
        "stage",
        "status",
        "type",
        "viewpoints",
      ].toSorted(),
    );
    expect(kept.every(({ topics }) => topics === 1)).toBe(true);
  });

  it("adds its snapshots as photos of the snag, once, and not again after they were removed", async () => {
    const { owner } = world.is;
    const id_project = await newProject();
    const bytes = await zipOf(foreignFiles("3.0", topic()));
    await bring(bytes, id_project);
    await soon(async () => expect((await snagIn(id_project)).photos).toHaveLength(2));
    const { id, photos } = await snagIn(id_project);
    await owner.call("DELETE /api/annotations/{id}/photos", {
      params: { id },
      query: { filename: photos[0]?.filename ?? "" },
    });
    expect(await bring(bytes, id_project)).toMatchObject({ body: { data: { unchanged: 1, photos: 0 } } });
    expect((await snagIn(id_project)).photos).toHaveLength(1);
  });

  it("is exported with the changes made here, and everything else as imported", async () => {
    const { owner } = world.is;
    const id_project = await newProject();
    const files = foreignFiles("2.1", topic());
    await bring(await zipOf(files), id_project);
    const snag = await snagIn(id_project);
    await owner.call("PUT /api/annotations/{id}", {
      params: { id: snag.id },
      body: { status: "closed", trade: "Sprinklers" },
    });
    const [first] = await owner.call("GET /api/annotations/{id}/comments", { params: { id: snag.id } });
    await owner.call("DELETE /api/annotations/{id}/comments/{comment}", {
      params: { id: snag.id, comment: first?.id ?? 0 },
    });
    await owner.call("POST /api/annotations/{id}/comments", {
      params: { id: snag.id },
      body: { text: "Moved today." },
    });
    const markup = String(
      [...(await out(id_project, "2.1"))].find(([path]) => path.endsWith("markup.bcf"))?.[1].bytes,
    );
    expect(markup).toContain('TopicStatus="Closed"');
    expect(markup).toContain("<Labels>Sprinklers</Labels><Labels>MEP</Labels>");
    expect(markup).not.toContain("Too close");
    expect(markup).not.toContain("<ModifiedAuthor>checker@example.org</ModifiedAuthor><DueDate>");
    for (const said of [
      "Agreed",
      "Moved today.",
      "<Priority>P1</Priority>",
      "engineer@example.org",
      "Tender",
    ])
      expect(markup).toContain(said);
  });

  it("is matched by its guids within its project: another project imports it in full", async () => {
    const [one, other] = [await newProject(), await newProject()];
    const bytes = await zipOf(foreignFiles("2.1", topic()));
    for (const id_project of [one, other])
      expect(await bring(bytes, id_project)).toMatchObject({ body: { data: { created: 1, skipped: [] } } });
    const [here, there] = [await snagIn(one), await snagIn(other)];
    expect(there.guid).toBe(here.guid);
    expect([here.comment_count, there.comment_count]).toEqual([2, 2]);
  });

  it("with a file that is too large is imported without that file, and reports it", async () => {
    const id_project = await newProject();
    const files = foreignFiles("3.0", topic());
    const folder = Object.keys(files)
      .find((path) => path.endsWith("markup.bcf"))
      ?.split("/")[0];
    files[`${folder}/model.ifc`] = Buffer.alloc(limits.snag.bcf.fileBytes + 1);
    expect(await bring(await zipOf(files), id_project)).toMatchObject({
      body: { data: { created: 1, left: 1 } },
    });
  });
});
