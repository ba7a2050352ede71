import { describe, expect, it } from "vitest";
import { unzip } from "#test/zip.ts";
import { type Person, schedulesWorld } from "./schedules.fixture.ts";

const world = schedulesWorld();
const { db, site, preview, apply, bring, fetchXml, tell } = world;

describe("an exported schedule", () => {
  it("is the file with the progress entered here, and imports without a difference, byte for byte the same", async () => {
    const { id_project: id, owner, viewer, trade } = world.is;
    await world.pin();
    await bring(id);
    await tell(id, 4, { percent: 50, actual_start: "2026-03-17" });
    const out = await fetchXml(id);
    expect(out).toContain("<ActualStart>2026-03-17T08:00:00</ActualStart>");
    expect(out).toMatch(/<Notes>\[Sitewalk\] Open snags: \d+\. Closed: 0\.<\/Notes>/);
    const code = (
      await db().selectFrom("visits").select("code").where("id_project", "=", id).executeTakeFirst()
    )?.code;
    expect(out).toMatch(new RegExp(`<HyperlinkAddress>http://[^<]+/viewer/${code}</HyperlinkAddress>`));
    const shown = await preview(id, out);
    expect(shown).toMatchObject({ added: [], changed: [], removed: [], unchanged: shown.tasks });
    await apply(id, shown.token);
    expect(await fetchXml(id)).toBe(out);
    const reply = await owner.client.raw("GET /api/projects/{id}/schedule/export", { params: { id } });
    expect(reply.headers.get("content-type")).toContain("application/xml");
    expect(reply.headers.get("content-disposition")).toContain("Tower%20A%20%26%20B.xml");
    // Users who read visits may download it; the number of snags is for users who may see them all.
    expect(await fetchXml(id, viewer)).toBe(out);
    expect(await fetchXml(id, trade)).not.toContain("[Sitewalk]");
  });

  it("is part of the export of the project, for users who see visits", async () => {
    const { owner, id_project: id } = world.is;
    const zipFor = async ({ client }: Person, project = id) => {
      const { url } = client.address("GET /api/projects/export/{id}", { params: { id: project } });
      const reply = await fetch(url, { headers: { cookie: client.cookie() } });
      const zip = await unzip(new Uint8Array(await reply.arrayBuffer()));
      const text = (path: string) => zip.get(path)?.bytes.toString();
      return { text, facts: JSON.parse(text("project.json") ?? "") as { schedule?: unknown } };
    };
    await bring(id);
    await tell(id, 4, { percent: 50 });
    const { text, facts } = await zipFor(owner);
    expect(text("schedule/Tower A & B.xml")).toBe(await fetchXml(id));
    expect(facts.schedule).toMatchObject({
      name: "Tower A & B",
      file: "schedule/Tower A & B.xml",
      imported_by: "Test Person",
      tasks: [
        { uid: 2 },
        { uid: 3, percent: 44 },
        { uid: 4, percent: 50, told_by: "Test Person" },
        { uid: 5 },
        { uid: 7 },
      ],
    });
    expect((await zipFor(owner, await site())).facts.schedule).toBeNull();
  });

  it("is missing where none was imported", async () => {
    const id = await site();
    const refused = await world.is.owner.client.refused("GET /api/projects/{id}/schedule/export", {
      params: { id },
    });
    expect(refused).toMatchObject({ status: 404, code: "SCHEDULE_MISSING" });
  });
});
