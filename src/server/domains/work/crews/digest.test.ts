import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createAppKey, readOrMakeSecret } from "#server/platform/key.ts";
import type { Mail } from "#server/platform/mail/mail.ts";
import { crewsWorld, newPerson } from "./crews.fixture.ts";
import { createDigest } from "./digest.ts";
import { createLinksRepository } from "./links.repository.ts";
import { createSending } from "./sending.ts";

const world = crewsWorld();

/** The senders of the product with a clock of their own; emails are collected. */
async function senders(start: string) {
  let now = new Date(start);
  const mails: Mail[] = [];
  const texts: { to: string; text: string }[] = [];
  const later: object[] = [];
  const warned: unknown[] = [];
  let failing: string | null = null;
  const db = world.db();
  const clock = { now: () => now };
  const key = createAppKey(await readOrMakeSecret(world.is.app.dataDir));
  const links = createLinksRepository({ db, clock, key });
  const sending = createSending({
    db,
    clock,
    links,
    jobs: { send: async (_trx, _job, data) => (later.push(data), null) },
    mailer: {
      async queue(_trx, mail) {
        if (mail.to === failing) throw new Error("no such address");
        mails.push(mail);
      },
    },
    texts: {
      isOn: () => true,
      queue: async (_trx, message) => void texts.push(message),
      deliver: async () => undefined,
    },
    siteAddress: "https://site.example.org",
    settings: { get: () => ({ smtp_host: "mail.example.org" }) },
  });
  return {
    mails,
    texts,
    later,
    warned,
    failFor: (email: string | null) => (failing = email),
    links,
    notify: sending.notify,
    digest: createDigest({
      db,
      clock,
      links,
      sending,
      log: { warn: (line: unknown) => void warned.push(line) },
    }),
    at: (time: string) => (now = new Date(time)),
    /** Emails since the last call: recipients and what they list. */
    taken: () =>
      mails
        .splice(0)
        .map((mail) => [mail.to, mail.template === "crew" ? mail.values.rows.map(([label]) => label) : []]),
  };
}

describe("new snags", () => {
  it("are sent to each person once, by email or by text message, and again after they were opened again", async () => {
    const { id_project, id_room } = world.is;
    const crew = await world.crew([
      newPerson({ name: "A", email: "a1@site.example" }),
      newPerson({ name: "B", email: null, phone: "+966500000077", language: "ar" }),
    ]);
    const { notify, taken, texts, at, later } = await senders("2026-04-09T08:00:00Z");
    const job = { id_crew: crew.id, id_project };
    const one = await world.pin({ id_crew: crew.id, id_room, yaw: 1, pitch: 1 });
    const two = await world.pin({ id_crew: crew.id });
    await notify(job);
    expect(taken()).toEqual([["a1@site.example", [`#${one.number}`, `#${two.number}`]]]);
    expect(texts).toHaveLength(1);
    expect(texts[0]?.to).toBe("+966500000077");
    expect(texts[0]?.text).toMatch(/https:\/\/site\.example\.org\/answer\/[\w-]{43}$/);
    await notify(job);
    expect(taken()).toEqual([]);
    const three = await world.pin({ id_crew: crew.id });
    at("2026-04-09T08:05:00Z");
    await notify(job);
    expect(taken(), "within ten minutes").toEqual([]);
    expect(later).toEqual([job]);
    at("2026-04-09T08:11:00Z");
    await notify(job);
    expect(taken()).toEqual([["a1@site.example", [`#${three.number}`]]]);
    const code = await world.codeOf(crew.people[0]?.id ?? 0);
    await world.answer(code, three.id, { kind: "done" });
    at("2026-04-09T09:00:00Z");
    await sql`update snag_answers set created_at = now() + interval '1 hour'`.execute(world.db());
    await notify(job);
    expect(taken()).toEqual([]);
    await world.put(three.id, { status: "open" });
    await sql`update crew_link_snags set told_at = '2026-04-09T08:11:00Z'`.execute(world.db());
    await sql`update crew_links set sent_at = '2026-04-09T08:11:00Z'`.execute(world.db());
    await notify(job);
    expect(taken()).toEqual([["a1@site.example", [`#${three.number}`]]]);
  });

  it("are not sent to a crew that was detached, nor by a link that was revoked", async () => {
    const { owner, id_project } = world.is;
    const { crew, id_person } = await world.linked(newPerson({ email: "r1@site.example" }));
    const { notify, taken } = await senders("2026-04-10T08:00:00Z");
    await owner.client.call("POST /api/projects/{id}/crew-links/{person}/revoke", {
      params: { id: id_project, person: id_person },
      body: {},
    });
    await world.pin({ id_crew: crew.id });
    await notify({ id_crew: crew.id, id_project });
    await owner.client.call("DELETE /api/projects/{id}/crews/{crew}", {
      params: { id: id_project, crew: crew.id },
    });
    await notify({ id_crew: crew.id, id_project });
    expect(taken()).toEqual([]);
  });
});

describe("the code of a link", () => {
  it("is not sent, and does not come back, when the link was renewed after it was read", async () => {
    const { id_project } = world.is;
    const { id_person, code } = await world.linked();
    const { links } = await senders("2026-04-10T08:00:00Z");
    const run = world.db().transaction();
    const before = await links.ofPerson(id_person, id_project);
    if (before === undefined) throw new Error("no link");
    await run.execute((trx) => links.renew(trx, before.id));
    await expect(run.execute((trx) => links.codeFor(trx, before))).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await links.byCode(code)).toBeUndefined();
    const after = await links.ofPerson(id_person, id_project);
    const fresh = await run.execute((trx) => links.codeFor(trx, after ?? before));
    expect(await links.byCode(fresh)).toMatchObject({ id: before.id });
  });

  it("changes by a renewal of the person without opening a link that was revoked", async () => {
    const { id_project } = world.is;
    const { id_person } = await world.linked();
    const { links } = await senders("2026-04-10T08:00:00Z");
    const { id = 0 } = (await links.ofPerson(id_person, id_project)) ?? {};
    await world.db().updateTable("crew_links").set({ revoked_at: new Date() }).where("id", "=", id).execute();
    const run = world.db().transaction();
    await run.execute((trx) => links.renew(trx, id));
    expect(await links.ofPerson(id_person, id_project)).toMatchObject({ is_open: false });
    await run.execute((trx) => links.reopen(trx, id));
    expect(await links.ofPerson(id_person, id_project)).toMatchObject({ is_open: true });
  });
});

describe("the daily digest", () => {
  it("is one email per address and day at the project's hour, with new and due snags, whatever runs how often", async () => {
    const { owner, id_project } = world.is;
    await world.db().deleteFrom("crews").execute();
    await owner.client.call("PUT /api/projects/{id}/crew-settings", {
      params: { id: id_project },
      body: { digest_hour: 7 },
    });
    await world
      .db()
      .updateTable("projects")
      .set({ time_zone: "Asia/Riyadh" })
      .where("id", "=", id_project)
      .execute();
    const email = "daily@site.example";
    const [one, two] = [
      await world.crew([newPerson({ email })]),
      await world.crew([newPerson({ email })], "Stone"),
    ];
    const due = await world.pin({ id_crew: one.id, due_date: "2026-04-12" });
    const calm = await world.pin({ id_crew: two.id, due_date: "2026-05-30" });
    for (const crew of [one, two]) await world.codeOf(crew.people[0]?.id ?? 0);
    const { digest, taken, at } = await senders("2026-04-10T03:59:00Z");
    await sql`update crew_links set touched_at = '2026-04-09T00:00:00Z'`.execute(world.db());
    await digest();
    expect(taken(), "before seven in Riyadh, and nothing is due").toEqual([]);
    at("2026-04-10T04:00:00Z");
    await digest();
    expect(taken(), "nothing is new or due").toEqual([]);
    const days: unknown[] = [];
    for (const day of ["11", "12", "13"])
      for (const time of ["03:45", "04:00", "04:15", "11:00", "20:45"]) {
        at(`2026-04-${day}T${time}:00Z`);
        await Promise.all([digest(), digest()]);
        days.push(...taken().map((mail) => [day, ...mail]));
      }
    expect(days).toEqual([
      ["11", email, [`#${due.number}`]],
      ["12", email, [`#${due.number}`]],
      ["13", email, [`#${due.number}`]],
    ]);
    await sql`update crew_link_snags set told_at = null where id_snag = ${calm.id}`.execute(world.db());
    at("2026-04-14T05:00:00Z");
    await digest();
    const [mail] = taken();
    expect(mail?.[1]).toHaveLength(2);
    const off = world.db().updateTable("crew_people").set({ mail_off_at: new Date() });
    await off.where("id_crew", "=", one.id).execute();
    await sql`update crew_link_snags set told_at = null where id_snag = ${calm.id}`.execute(world.db());
    at("2026-04-14T23:00:00Z");
    await digest();
    at("2026-04-15T04:00:00Z");
    await digest();
    expect(taken(), "only one of two people with the address wants none").toEqual([
      [email, [`#${calm.number}`]],
    ]);
    await off.execute();
    at("2026-04-16T05:00:00Z");
    await digest();
    expect(taken()).toEqual([]);
  });

  it("goes to the other addresses when one fails, and to that one with the next run", async () => {
    await world.db().deleteFrom("crews").execute();
    for (const email of ["first@site.example", "second@site.example"]) {
      const crew = await world.crew([newPerson({ email })], email);
      await world.pin({ id_crew: crew.id, due_date: "2026-04-01" });
      await world.codeOf(crew.people[0]?.id ?? 0);
    }
    const { digest, taken, warned, failFor } = await senders("2026-05-10T12:00:00Z");
    failFor("first@site.example");
    await digest();
    expect(taken().map(([to]) => to)).toEqual(["second@site.example"]);
    expect(warned).toHaveLength(1);
    failFor(null);
    await digest();
    expect(taken().map(([to]) => to)).toEqual(["first@site.example"]);
  });
});
