import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { createMediaAccess } from "#server/domains/media-access.ts";
import { thingOf } from "#server/media/media-access.ts";
import { createAppKey, readOrMakeSecret } from "#server/platform/key.ts";
import { bell, crewsWorld, empty, newPerson } from "./crews.fixture.ts";

const world = crewsWorld();
const { answer, get, linked, page, put, refusedAnswer, steps } = world;

const url = (code: string, rest = "") => `${world.is.app.origin}/api/answers/${code}${rest}`;
const answersOf = (id: number, by = world.is.owner) =>
  by.client.call("GET /api/annotations/{id}/answers", { params: { id } });

describe("a link", () => {
  it("shows the open snags of its crew in its project, and nothing else", async () => {
    const { crew, snag, code } = await linked();
    await world.pin({ title: "Of no crew" });
    const other = await linked();
    const shown = await page(code);
    expect(shown).toMatchObject({
      state: "open",
      project: "Palm Court",
      crew: crew.name,
      person: "Anwar Tiler",
      language: "en",
      open: 1,
    });
    expect(shown.snags).toMatchObject([
      {
        id: snag.id,
        title: "Cracked tile",
        status: "open",
        room: "Hall",
        is_new: true,
        can: { answer: true },
      },
    ]);
    expect(shown.snags[0]?.view).toMatchObject({ yaw: 10, pitch: -5, fov: 60 });
    expect(JSON.stringify(shown)).not.toContain("Of no crew");
    expect((await page(other.code)).snags.map(({ id }) => id)).toEqual([other.snag.id]);
  });

  it("changes nothing however often it is opened, by GET and by HEAD", async () => {
    const { code, snag } = await linked();
    const before = await world.state();
    const addresses = [
      url(code),
      url(code, `/snags/${snag.id}/crop?v=1`),
      `${world.is.app.origin}/answer/${code}`,
    ];
    const unsubscribe = `${world.is.app.origin}/answer/${code}/unsubscribe`;
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        fetch([...addresses, unsubscribe][n % 4] ?? "", {
          method: n % 8 < 4 ? "GET" : "HEAD",
          redirect: "manual",
        }),
      ),
    );
    expect(await world.state()).toBe(before);
  });

  it("counts as seen by a call of the page alone", async () => {
    const { owner, id_project } = world.is;
    const { code, snag, id_person } = await linked();
    const row = async () => {
      const { items } = await owner.client.call("GET /api/projects/{id}/crew-links", {
        params: { id: id_project },
        query: { per_page: 100 },
      });
      return items.find((link) => link.id_person === id_person);
    };
    expect(await row()).toMatchObject({ state: "active", seen_at: null });
    const seen = (snags: number[]) =>
      world.is.app.guest().call("POST /api/answers/{code}/seen", { params: { code }, body: { snags } });
    const { id: foreign } = await world.pin();
    expect(await seen([snag.id, foreign])).toEqual({ seen: 1 });
    expect(await seen([snag.id])).toEqual({ seen: 0 });
    expect((await row())?.seen_at).not.toBeNull();
    expect((await page(code)).snags[0]?.is_new).toBe(false);
  });

  it("opens no other call: as a token, a cookie or a code of something else it is worth nothing", async () => {
    const { code } = await linked();
    const headers = { authorization: `Bearer ${code}` };
    const reply = await fetch(`${world.is.app.origin}/api/annotations`, { headers });
    expect(reply.status).toBe(401);
    expect((await fetch(`${world.is.app.origin}/viewer/${code}`)).status).toBe(404);
  });
});

describe("an answer", () => {
  it.each([
    ["started", "in_work"],
    ["done", "ready"],
    ["disputed", "disputed"],
  ] as const)("%s sets the status %s, and is recorded by link", async (kind, status) => {
    const { owner, viewer } = world.is;
    const { crew, snag, code } = await linked(newPerson({ email: `${kind}@site.example` }));
    await empty(owner);
    const text = "Wrong colour was delivered";
    const shown = await answer(code, snag.id, { kind, text });
    expect(shown).toMatchObject({ status, answers: [{ kind, text, by: "Anwar Tiler" }] });
    expect(await get(snag.id)).toMatchObject({ status, dispute: kind === "disputed" ? text : "" });
    const [step] = await steps(snag.id);
    expect(step).toMatchObject({
      action: "answered",
      author: null,
      by_link: { name: "Anwar Tiler", crew: crew.name, sent_to: `${kind}@site.example` },
    });
    expect(step?.changes).toEqual([
      { field: "status", from: "open", to: status },
      { field: "answer", from: null, to: kind },
      { field: "reason", from: null, to: text },
    ]);
    expect((await steps(snag.id, viewer))[0]?.by_link?.sent_to).toBe(`${kind[0]}•••@s•••.example`);
    const told = await bell(owner);
    expect(told.map(({ title }) => title)).toHaveLength(1);
    expect((await answersOf(snag.id))[0]).toMatchObject({
      kind,
      text,
      is_late: false,
      by: { sent_to: `${kind}@site.example` },
    });
    const { rows } = await sql<{ id_user: number | null; details: Record<string, string>; sealed: boolean }>`
      select id_user, details, exists (select from audit_waiting w where w.kind = 1 and w.id_line = a.id)
        or exists (select from audit_lines l where l.kind = 1 and l.id_line = a.id) as sealed
      from activity a where action = 'snag.answered' and id_subject = ${snag.id}`.execute(world.db());
    expect(rows).toMatchObject([
      { id_user: null, details: { answer: kind, sent_to: `${kind[0]}•••@s•••.example` }, sealed: true },
    ]);
  });

  it("needs a reason to dispute, and loses it when a member decides", async () => {
    const { snag, code } = await linked();
    expect(await refusedAnswer(code, snag.id, { kind: "disputed", text: "  " })).toMatchObject({
      errors: { text: ["crews.reason_required"] },
    });
    await answer(code, snag.id, { kind: "disputed", text: "Not our work" });
    await put(snag.id, { status: "open" });
    await put(snag.id, { status: "disputed" });
    expect(await get(snag.id)).toMatchObject({ status: "disputed", dispute: "" });
  });

  it("with the same guid is one answer, at once and later, and never that of someone else", async () => {
    const { snag, code } = await linked();
    const other = await linked();
    const guid = randomUUID();
    await Promise.all([1, 2, 3].map(() => answer(code, snag.id, { guid, kind: "done" })));
    await put(snag.id, { status: "open" });
    expect(await answer(code, snag.id, { guid, kind: "done" })).toMatchObject({ status: "open" });
    expect(await answersOf(snag.id)).toHaveLength(1);
    expect((await steps(snag.id)).filter(({ action }) => action === "answered")).toHaveLength(1);
    expect(await refusedAnswer(other.code, other.snag.id, { guid })).toMatchObject({ status: 404 });
  });

  it("brings photos of the snag, once each, and none of another link", async () => {
    const { snag, code } = await linked();
    const other = await linked();
    const guest = world.is.app.guest();
    const flat = sharp({ create: { width: 640, height: 480, channels: 3, background: "#a63" } });
    const bytes = await flat.jpeg().toBuffer();
    const send = (guid: string, id = snag.id, of = code) =>
      guest.upload(
        "POST /api/answers/{code}/snags/{snag}/photos",
        { guid },
        { file: { name: "after.jpg", bytes } },
        { params: { code: of, snag: id } },
      );
    const guid = randomUUID();
    const [first, again] = [await send(guid), await send(guid)];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect((await page(code)).snags[0]?.photos).toEqual([]);
    expect((await send(randomUUID(), other.snag.id)).status).toBe(404);
    expect((await send(guid, other.snag.id, other.code)).status).toBe(404);
    expect(await refusedAnswer(other.code, other.snag.id, { kind: "done", photos: [guid] })).toMatchObject({
      errors: { photos: ["crews.photo_unknown"] },
    });
    const shown = await answer(code, snag.id, { kind: "done", photos: [guid, guid] });
    expect(shown.photos).toMatchObject([{ kind: "after" }]);
    expect(shown.answers[0]?.photos).toHaveLength(1);
    expect((await get(snag.id)).photos).toMatchObject([{ kind: "after", author: "Anwar Tiler" }]);
    const photo = await fetch(`${world.is.app.origin}${shown.photos[0]?.url}`);
    expect([photo.status, photo.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const wrong = await guest.upload(
      "POST /api/answers/{code}/snags/{snag}/photos",
      { guid: randomUUID() },
      { file: { name: "after.jpg", bytes: new TextEncoder().encode("<svg/>") } },
      { params: { code, snag: snag.id } },
    );
    expect(wrong.status).toBe(422);
  });

  it("to a closed snag is refused, unless it was given before it was closed", async () => {
    const { owner } = world.is;
    const { snag, code } = await linked();
    const earlier = new Date(Date.now() - 60_000).toISOString();
    await put(snag.id, { status: "closed" });
    expect((await page(code)).snags[0]?.can).toEqual({ answer: false });
    expect(await refusedAnswer(code, snag.id, { kind: "done" })).toMatchObject({ code: "ANSWER_CLOSED" });
    expect(await answersOf(snag.id)).toEqual([]);
    const shown = await answer(code, snag.id, { kind: "done", text: "Finished", captured_at: earlier });
    expect(shown.status).toBe("closed");
    expect(await answersOf(snag.id, owner)).toMatchObject([{ is_late: true, text: "Finished" }]);
  });
});

describe("a link to other records", () => {
  it("finds no snag of another crew, another project or none", async () => {
    const { owner } = world.is;
    const { code } = await linked();
    const other = await linked();
    const { id: plain } = await world.pin();
    const project = await owner.client.call("POST /api/projects", { body: { name: "Next door" } });
    const { id_visit } = await world.walk(project.id);
    const crew = await owner.client.call("POST /api/crews", {
      body: { id_project: project.id, name: "Theirs", people: [newPerson()] as never },
    });
    const theirs = await owner.client.call("POST /api/annotations", {
      body: { id_visit, title: "Theirs", id_crew: crew.id },
    });
    for (const id of [other.snag.id, plain, theirs.id, 99_999_999])
      expect(await refusedAnswer(code, id, {})).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  it("shows a snag no longer once it was given to another crew", async () => {
    const { snag, code } = await linked();
    const other = await world.crew();
    await put(snag.id, { id_crew: other.id });
    expect((await page(code)).snags).toEqual([]);
    expect(await refusedAnswer(code, snag.id, {})).toMatchObject({ status: 404 });
  });

  it("opens the one 360 photo of its pin, until it is revoked, and neither its original nor another photo", async () => {
    const { owner, id_project, app } = world.is;
    const { code, id_person } = await linked();
    const { snags } = await page(code);
    const base = snags[0]?.view?.picture.base ?? "";
    const appKey = createAppKey(await readOrMakeSecret(app.dataDir));
    const may = createMediaAccess(world.db(), { now: () => new Date() }, appKey);
    const sight = (key: string, bearer: string) => may(bearer, thingOf(key));
    const [, bearer = "", key = ""] = /^\/media\/([\w~-]+)\.[\w-]+\/(.*)$/.exec(base) ?? [];
    expect(bearer).toMatch(/^a/);
    expect(await sight(key, bearer)).toBe(true);
    expect(await sight(key.replace(/base\.webp$/, "original.jpg"), bearer)).toBe(false);
    const another = await world.walk();
    const { picture_sha256: sha256 } = await world
      .db()
      .selectFrom("rooms")
      .select("picture_sha256")
      .where("id", "=", another.id_room)
      .executeTakeFirstOrThrow();
    expect(await sight(`pictures/${sha256.slice(0, 2)}/${sha256}/base.webp`, bearer)).toBe(false);
    await owner.client.call("POST /api/projects/{id}/crew-links/{person}/revoke", {
      params: { id: id_project, person: id_person },
      body: {},
    });
    expect(await sight(key, bearer)).toBe(false);
    expect(await refusedPage(code)).toMatchObject({ status: 410, code: "ANSWER_ENDED" });
  });
});

const refusedPage = (code: string) =>
  world.is.app.guest().refused("GET /api/answers/{code}", { params: { code } });

describe("a link ends", () => {
  const manage = (route: "renew" | "revoke" | "send", person: number) =>
    world.is.owner.client.raw(`POST /api/projects/{id}/crew-links/{person}/${route}`, {
      params: { id: world.is.id_project, person },
      body: {},
    });

  it("when it is revoked, also for a page that is open", async () => {
    const { snag, code, id_person } = await linked();
    await page(code);
    await manage("revoke", id_person);
    expect(await refusedAnswer(code, snag.id, {})).toMatchObject({ code: "ANSWER_ENDED" });
  });

  it("when it is revoked after its last snag was closed, and nothing is left to send", async () => {
    const { owner, id_project } = world.is;
    const { crew, snag, code, id_person } = await linked();
    await put(snag.id, { status: "closed" });
    expect((await page(code)).snags).toHaveLength(1);
    const { items } = await owner.client.call("GET /api/projects/{id}/crew-links", {
      params: { id: id_project },
      query: { id_crew: crew.id },
    });
    expect(items[0]?.can).toEqual({ send: false, share: false, renew: false, revoke: true });
    expect((await manage("revoke", id_person)).status).toBe(200);
    expect(await refusedPage(code)).toMatchObject({ code: "ANSWER_ENDED" });
  });

  it("when a new one is sent, by one press of a manager or of the person", async () => {
    const { code, id_person } = await linked();
    expect((await manage("renew", id_person)).status).toBe(200);
    expect(await refusedPage(code)).toMatchObject({ status: 404 });
    expect(await world.codeOf(id_person)).not.toBe(code);
  });

  it("when its person is removed, gets another address, or the crew is archived, detached or deleted", async () => {
    const { owner, id_project } = world.is;
    const acts = [
      ["DELETE /api/crews/{id}/people/{person}", undefined, 404],
      ["PUT /api/crews/{id}/people/{person}", { email: "new@site.example" }, 404],
      ["PUT /api/crews/{id}", { is_archived: true }, 410],
      ["DELETE /api/projects/{id}/crews/{crew}", undefined, 404],
      ["DELETE /api/crews/{id}", undefined, 404],
    ] as const;
    for (const [route, body, status] of acts) {
      const { crew, code, id_person } = await linked();
      const params = route.includes("projects")
        ? { id: id_project, crew: crew.id }
        : { id: crew.id, person: id_person };
      await owner.client.raw(route, { params, ...(body && { body }) });
      expect(await refusedPage(code), route).toMatchObject({ status });
    }
  });

  it("days after its last snag was closed, and opens with a new code when there is another snag", async () => {
    const { owner, id_project, id_room } = world.is;
    const { crew, snag, code, id_person } = await linked();
    await owner.client.call("PUT /api/projects/{id}/crew-settings", {
      params: { id: id_project },
      body: { end_days: 10 },
    });
    await put(snag.id, { status: "closed" });
    const age = (days: number) =>
      sql`with s as (update snags set closed_at = now() - make_interval(days => ${days}) where id = ${snag.id})
        update crew_links set touched_at = now() - make_interval(days => ${days + 1})
        where id_person = ${id_person}`.execute(world.db());
    await age(9);
    expect((await page(code)).open).toBe(0);
    await age(11);
    expect(await refusedPage(code)).toMatchObject({ code: "ANSWER_ENDED" });
    await world.pin({ id_crew: crew.id, id_room, yaw: 1, pitch: 1 });
    const fresh = await world.codeOf(id_person);
    expect((await page(fresh)).open).toBe(1);
  });

  it("with its project", async () => {
    const { owner, app } = world.is;
    const project = await owner.client.call("POST /api/projects", { body: { name: "Short lived" } });
    const { id_visit } = await world.walk(project.id);
    const crew = await owner.client.call("POST /api/crews", {
      body: { id_project: project.id, name: "Glaziers", people: [newPerson()] as never },
    });
    await owner.client.call("POST /api/annotations", {
      body: { id_visit, title: "Glass", id_crew: crew.id },
    });
    const { url: address } = await owner.client.call("POST /api/projects/{id}/crew-links/{person}/share", {
      params: { id: project.id, person: crew.people[0]?.id ?? 0 },
      body: {},
    });
    const code = address.slice(address.lastIndexOf("/") + 1);
    expect((await page(code)).open).toBe(1);
    await app.database.db
      .updateTable("projects")
      .set({ active: false })
      .where("id", "=", project.id)
      .execute();
    expect(await refusedPage(code)).toMatchObject({ code: "ANSWER_ENDED" });
    await app.database.db
      .updateTable("projects")
      .set({ active: true, deleted_at: new Date() })
      .where("id", "=", project.id)
      .execute();
    expect(await refusedPage(code)).toMatchObject({ code: "NOT_FOUND" });
  });
});
