import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { topicOf21, version, zipOf, zipWith } from "#test/bcf/zips.ts";
import { snagsWorld } from "../snags.fixture.ts";

const world = snagsWorld();
const { pin, get, put, steps } = world;

const bring = (bytes: Buffer, by = world.is.owner, id_project = world.is.id_project) =>
  by.client.upload(
    "POST /api/annotations/import",
    { id_project: String(id_project) },
    { file: { name: "a.bcf", bytes } },
  );
/** The topics as a file of 2.1, each under the folder of its guid. */
const file = (...topics: Parameters<typeof topicOf21>[0][]) =>
  zipOf({
    "bcf.version": version["2.1"],
    ...Object.fromEntries(
      topics.map((topic) => [`${topic.guid.toUpperCase()}/markup.bcf`, topicOf21(topic)]),
    ),
  });
const count = async () => (await world.is.app.database.db.selectFrom("snags").select("id").execute()).length;
const byGuid = async (guid: string) => {
  const { id } = await world.is.app.database.db
    .selectFrom("snags")
    .select("id")
    .where("guid", "=", guid)
    .executeTakeFirstOrThrow();
  return get(id);
};
const later = () => new Date(Date.now() + 60_000).toISOString();
const result = (created: number, updated: number, unchanged: number, skipped: unknown[] = []) => ({
  status: 200,
  body: { data: { created, updated, unchanged, skipped } },
});

describe("a BCF file of another program", () => {
  it("becomes snags, with its texts unchanged", async () => {
    const guid = randomUUID();
    const more = `<Labels>Fire protection</Labels><Labels>MEP</Labels><DueDate>2027-03-04T23:30:00-08:00</DueDate><AssignedTo>Nobody Known</AssignedTo><Description>Duct &amp; beam &#8212; \n see A-201</Description>`;
    const comments = [{ guid: randomUUID(), text: "Moved <![CDATA[<200 mm>]]>" }];
    expect(
      await bring(await file({ guid, title: "أنبوب &lt;يصطدم&gt;", status: "Resolved", more, comments })),
    ).toMatchObject(result(1, 0, 0));
    const snag = await byGuid(guid);
    expect(snag).toMatchObject({
      title: "أنبوب <يصطدم>",
      text: "Duct & beam — \n see A-201",
      status: "ready",
      priority: "normal",
      trade: "Fire protection",
      // The day as written, regardless of the local day.
      due_date: "2027-03-04",
      assignee: null,
      id_visit: null,
      comment_count: 1,
    });
    const [said] = await world.is.owner.client.call("GET /api/annotations/{id}/comments", {
      params: { id: snag.id },
    });
    // A file can contain anything: its comments are attributed to the importing user.
    expect(said).toMatchObject({
      text: "somebody@example.org: Moved <200 mm>",
      author: { id_user: world.is.owner.id },
    });
    expect(said?.created_at).toBe("2020-05-06T04:08:09.123Z");
    expect((await steps(snag.id)).map(({ action }) => action)).toEqual(["commented", "imported"]);
  });

  it("of version 3.0 is read as well", async () => {
    const [guid, talk] = [randomUUID(), randomUUID()];
    const person = world.is.owner;
    // All users have the same name in these tests, and a name shared by two matches neither.
    await world.is.app.database.db
      .updateTable("users")
      .set({ last_name: "Surveyor" })
      .where("id", "=", person.id)
      .execute();
    const { assignee } = await pin({ id_assignee: person.id });
    const markup = `<Markup><Topic Guid="${guid}" ServerAssignedId="A-7" TopicType="Error" TopicStatus="In Review"><Title>Wall</Title><Priority>Major</Priority><Labels><Label>Painting</Label></Labels><CreationDate>2020-01-01T00:00:00Z</CreationDate><CreationAuthor>X</CreationAuthor><AssignedTo>${assignee?.name.toUpperCase()}</AssignedTo><Comments><Comment Guid="${talk}"><Date>2020-01-01T00:00:00Z</Date><Author>X</Author><Comment>Hm</Comment></Comment></Comments></Topic></Markup>`;
    const bytes = await zipOf({
      "bcf.version": version["3.0"],
      "extensions.xml": "<Extensions/>",
      [`${guid}/markup.bcf`]: `\ufeff${markup}`,
    });
    expect(await bring(bytes)).toMatchObject(result(1, 0, 0));
    expect(await byGuid(guid)).toMatchObject({
      title: "Wall",
      status: "ready",
      priority: "high",
      trade: "Painting",
      comment_count: 1,
      assignee: { id_user: person.id },
    });
  });

  it("changes nothing when it is imported a second time", async () => {
    const guid = randomUUID();
    const comments = [{ guid: randomUUID(), text: "Hm" }];
    const bytes = await file({
      guid,
      status: "Waiting for the moon",
      comments,
      more: "<Description>One</Description>",
    });
    expect(await bring(bytes)).toMatchObject(result(1, 0, 0));
    const before = await byGuid(guid);
    // An unknown status value: a new snag is open.
    expect(before.status).toBe("open");
    expect(await bring(bytes)).toMatchObject(result(0, 0, 1));
    expect(await byGuid(guid)).toEqual(before);
  });

  it("updates a known snag, and only the fields that differ", async () => {
    const snag = await pin({
      title: "Door",
      text: "Old",
      trade: "Doors",
      priority: "high",
      due_date: "2027-01-01",
    });
    const talk = { guid: randomUUID(), text: "Planed" };
    const bytes = await file({
      guid: snag.guid,
      title: "Door",
      status: "Closed",
      more: "<Labels>Joinery</Labels><Labels>doors</Labels><Description>New</Description>",
      modified: later(),
      comments: [talk],
    });
    expect(await bring(bytes)).toMatchObject(result(0, 1, 0));
    expect(await get(snag.id)).toMatchObject({
      title: "Door",
      text: "New",
      status: "closed",
      trade: "Doors",
      priority: "high",
      due_date: "2027-01-01",
      comment_count: 1,
      number: snag.number,
      version: snag.version + 1,
    });
    const [, step] = await steps(snag.id);
    expect(step).toMatchObject({
      action: "imported",
      changes: [
        { field: "text", from: "Old", to: "New" },
        { field: "status", from: "open", to: "closed" },
      ],
    });
  });

  it("does not undo later changes made here, and reports that; its comments are added", async () => {
    const snag = await pin({ title: "Window" });
    await put(snag.id, { status: "in_work" });
    const old = { guid: snag.guid, title: "Window", status: "Open", modified: "2020-01-01T00:00:00Z" };
    const skipped = [{ topic: "Window", reason: "snags.topic_older" }];
    expect(await bring(await file(old))).toMatchObject(result(0, 0, 0, skipped));
    const talk = { ...old, comments: [{ guid: randomUUID(), text: "Still open?" }] };
    expect(await bring(await file(talk))).toMatchObject(result(0, 1, 0));
    expect(await get(snag.id)).toMatchObject({ status: "in_work", comment_count: 1 });
  });

  it("reports topics that cannot be imported, and imports the others", async () => {
    const [good, untitled, twice] = [randomUUID(), randomUUID(), randomUUID()];
    const { id: other } = await world.is.owner.client.call("POST /api/projects", {
      body: { name: "Other site" },
    });
    const bytes = await zipOf({
      "bcf.version": version["2.1"],
      [`${good}/markup.bcf`]: topicOf21({ guid: good }),
      [`${untitled}/markup.bcf`]: topicOf21({ guid: untitled, title: "  " }),
      "cut/markup.bcf": topicOf21({ guid: randomUUID() }).slice(0, 400),
      "nameless/markup.bcf": topicOf21({ guid: "not-a-guid" }),
      [`${twice}/markup.bcf`]: topicOf21({ guid: twice }),
      "again/markup.bcf": topicOf21({ guid: twice }),
      "letters/markup.bcf": Buffer.from([0x3c, 0xff, 0xfe, 0xfd]),
    });
    const reply = await bring(bytes, world.is.owner, other);
    const told = [
      { topic: untitled, reason: "snags.topic_no_title" },
      { topic: "cut", reason: "snags.topic_unreadable" },
      { topic: "nameless", reason: "snags.topic_no_guid" },
      { topic: "again", reason: "snags.topic_twice" },
      { topic: "letters", reason: "snags.topic_unreadable" },
    ];
    expect(reply).toMatchObject(result(2, 0, 0, told));
  });

  it("is imported by users who may change snags", async () => {
    const bytes = await file({ guid: randomUUID() });
    const viewer = await world.member("viewer");
    expect(await bring(bytes, viewer)).toMatchObject({ status: 403, body: { code: "SNAG_EDIT_DENIED" } });
    expect((await bring(bytes, await world.member("editor"))).status).toBe(200);
  });
});

describe("an invalid or malicious BCF file", () => {
  const guid = randomUUID();
  const good = topicOf21({ guid });
  const refused = async (bytes: Buffer, code = "BCF_INVALID") => {
    const before = await count();
    expect(await bring(bytes)).toMatchObject({ status: 422, body: { code } });
    expect(await count()).toBe(before);
  };

  it("is refused: no zip, an empty one, a zip of something else, an unsupported version", async () => {
    await refused(Buffer.from("PK but not really a zip, only its first letters"));
    await refused((await zipOf({ "bcf.version": version["2.1"], "a/markup.bcf": good })).subarray(0, 300));
    await refused(await zipOf({}));
    await refused(await zipOf({ "word/document.xml": "<a/>" }));
    await refused(await zipOf({ "bcf.version": '<Version VersionId="1.0"/>', "a/markup.bcf": good }));
    await refused(await zipOf({ "bcf.version": "no XML", "a/markup.bcf": good }));
  });

  it("is refused when a path climbs out of the zip", async () => {
    const files = { "bcf.version": version["2.1"], "aa/bb/markup.bcf": good };
    await refused(await zipWith(files, { "aa/bb/markup.bcf": "../../markup.bcf" }));
    await refused(await zipWith(files, { "aa/bb/markup.bcf": "/a/bbb/markup.bc" }));
  });

  it("is refused when it declares entities, in whatever file, before anything is written", async () => {
    const nested = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>`;
    const outside = `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>`;
    for (const declared of [nested, outside])
      await refused(
        await zipOf({
          "bcf.version": version["2.1"],
          "a/markup.bcf": topicOf21({ guid: randomUUID() }),
          "b/markup.bcf": good.replace("?>", `?>${declared}`),
        }),
      );
    await refused(await zipOf({ "bcf.version": `${outside}${version["2.1"]}`, "a/markup.bcf": good }));
  });

  it("is refused when a viewpoint declares entities, before anything is written", async () => {
    const nested = `<!DOCTYPE x [<!ENTITY a "ha">]><VisualizationInfo/>`;
    const files = { "a/markup.bcf": topicOf21({ guid: randomUUID() }), "b/markup.bcf": good };
    await refused(await zipOf({ "bcf.version": version["2.1"], ...files, "b/v.bcfv": nested }));
  });

  it("is refused when its other files unpack to far more than their size", async () => {
    const files = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`a/${at}.png`, "small"]));
    const bytes = await zipOf({ "bcf.version": version["2.1"], "a/markup.bcf": good, ...files });
    // The sizes in the directory are checked before anything is unpacked.
    for (let at = bytes.indexOf("PK\u0001\u0002"); at >= 0; at = bytes.indexOf("PK\u0001\u0002", at + 4))
      if (bytes.readUInt32LE(at + 24) === 5) bytes.writeUInt32LE(limits.snag.bcf.fileBytes, at + 24);
    await refused(bytes);
  });

  it("is refused when it unpacks to far more than its size", async () => {
    const bomb = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`${at}/markup.bcf`, Buffer.alloc(3.9 * 2 ** 20, " ")]),
    );
    const bytes = await zipOf({ "bcf.version": version["2.1"], ...bomb });
    expect(bytes.length).toBeLessThan(200_000);
    await refused(bytes);
  });

  it("skips a topic above the limits of a topic, and imports the others", async () => {
    const huge = {
      "bcf.version": version["2.1"],
      "a/markup.bcf": good,
      "b/markup.bcf": Buffer.alloc(5 * 2 ** 20, " "),
    };
    const skipped = [{ topic: "b", reason: "snags.topic_unreadable" }];
    expect(await bring(await zipOf(huge))).toMatchObject({ status: 200, body: { data: { skipped } } });
    // An excessively nested topic is invalid.
    const deep = `<Markup>${"<a>".repeat(50_000)}${"</a>".repeat(50_000)}</Markup>`;
    const well = await zipOf({ "bcf.version": version["2.1"], "c/markup.bcf": deep });
    expect(await bring(well)).toMatchObject({
      status: 200,
      body: { data: { created: 0, skipped: [{ topic: "c" }] } },
    });
  });

  it("is refused with more topics than one import allows", async () => {
    const many = Object.fromEntries(
      Array.from({ length: limits.snag.bcf.topics + 1 }, (_, at) => [`${at}/markup.bcf`, "<Markup/>"]),
    );
    await refused(await zipOf({ "bcf.version": version["3.0"], ...many }), "BCF_TOO_MANY");
  });
});
