import { beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import { unzip } from "#test/zip.ts";
import { type Person, snagsWorld } from "./snags.fixture.ts";

const world = snagsWorld();
const { pin, put } = world;

beforeAll(async () => {
  const { owner, trade, id_room, id_sheet } = world.is;
  const filename = await world.addPhoto();
  const { id } = await pin({
    title: "../=Crack: بلاطة",
    priority: "high",
    trade: "Tiler",
    id_assignee: trade.id,
    due_date: "2026-04-01",
    id_room,
    yaw: 12,
    pitch: -5,
    id_sheet,
    x: 0.25,
    y: 0.5,
    filename,
  });
  await owner.client.call("POST /api/annotations/{id}/comments", { params: { id }, body: { text: "Soon" } });
  await put(id, { status: "ready" }, trade);
});

async function files({ client }: Person, lang?: Language) {
  const { url } = client.address("GET /api/projects/export/{id}", {
    params: { id: world.is.id_project },
    query: { lang },
  });
  const reply = await fetch(url, { headers: { cookie: client.cookie() } });
  return unzip(new Uint8Array(await reply.arrayBuffer()));
}
type Zip = Awaited<ReturnType<typeof files>>;
const text = (zip: Zip, path: string) => zip.get(path)?.bytes.toString() ?? "";
const facts = (zip: Zip) => (JSON.parse(text(zip, "project.json")) as { snags?: unknown[] }).snags;

describe("the snags of an export", () => {
  it("include the name of a person with a pending invitation", async () => {
    const { owner, id_project } = world.is;
    const email = "mason.four@crew.example";
    const { invitation } = await owner.client.call("POST /api/team-members/invite-team-member", {
      body: { id_project, email, role: "trade" },
    });
    const { id } = await pin({ title: "Joint open", id_invitation: invitation?.id ?? 0 });
    const zip = await files(owner);
    expect(facts(zip)).toContainEqual(expect.objectContaining({ id, assignee: null, invited: "mason.four" }));
    expect(text(zip, "snags.csv")).toContain("mason.four (invited)");
    await owner.client.call("DELETE /api/annotations/{id}", { params: { id } });
  });

  it("contain everything as data, with their pictures", async () => {
    const zip = await files(world.is.owner);
    const [path] = [...zip.keys()].filter((one) => one.startsWith("snags/"));
    expect(path).toBe("snags/001 =Crack بلاطة 1.webp");
    expect(
      zip
        .get(path ?? "")
        ?.bytes.subarray(8, 12)
        .toString(),
    ).toBe("WEBP");
    expect(facts(zip)).toMatchObject([
      {
        number: 1,
        title: "../=Crack: بلاطة",
        status: "ready",
        priority: "high",
        assignee: "Test Person",
        due_date: "2026-04-01",
        visit: "Week 9",
        room: "Hall",
        yaw: 12,
        sheet: "Ground floor",
        x: 0.25,
        photos: [{ file: path, kind: "before", author: "Test Person" }],
        comments: [{ text: "Soon", author: "Test Person" }],
        history: [
          { action: "created" },
          { action: "commented" },
          { action: "changed", changes: [{ field: "status", from: "open", to: "ready" }] },
        ],
      },
    ]);
  });

  it("are a table for people, in the requested language", async () => {
    const [en, ar] = [await files(world.is.owner), await files(world.is.owner, "ar")];
    const [head, row] = text(en, "snags.csv").split("\r\n");
    expect(head).toBe(
      "\ufeffNumber,Title,Description,Status,Priority,Trade,Assigned to,Due date,Visit,Room,Floor plan,Pinned by,Pinned on,Closed on,Photos",
    );
    expect(row).toMatch(
      /^1,..\/=Crack: بلاطة,,Ready for review,High,Tiler,Test Person,2026-04-01,Week 9,Hall,/,
    );
    expect(text(ar, "snags.csv").split("\r\n")[1]).toContain("جاهزة للمراجعة");
    expect(text(en, "READ ME.txt")).toContain("snags.csv");
    expect(text(ar, "اقرأني.txt")).toContain("snags.csv");
  });

  it("are not for users who may not see snags, and name no visit to users who may not see visits", async () => {
    const blind = await world.member("editor");
    await world.withhold(blind, ["snags.view"]);
    const without = await files(blind);
    expect([facts(without), without.has("snags.csv")]).toEqual([undefined, false]);
    const narrow = await world.member("editor");
    await world.withhold(narrow, ["visits.view"]);
    const zip = await files(narrow);
    expect(facts(zip)).toMatchObject([{ visit: "", room: "Hall" }]);
    expect(text(zip, "snags.csv")).not.toContain("Week 9");
  });
});
