import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { DiaryEntry } from "#contract/diary.ts";
import { startWeather } from "#test/weather-service/server.ts";
import { bell, type Person, snagsWorld } from "../snags/snags.fixture.ts";

const world = snagsWorld({ clock: { now: () => new Date("2026-03-18T09:00:00Z") } });

const at = (day: string) => ({ params: { id: world.is.id_project, day } });
const write = (day: string, body: object, by: Person = world.is.editor): Promise<DiaryEntry> =>
  by.client.call("PUT /api/projects/{id}/diary/{day}", { ...at(day), body });
const refused = (day: string, body: object, by: Person = world.is.editor) =>
  by.client.refused("PUT /api/projects/{id}/diary/{day}", { ...at(day), body });
const read = (day: string, by: Person = world.is.viewer) =>
  by.client.call("GET /api/projects/{id}/diary/{day}", at(day));
const people = [{ company: "North Walls", trade: "Plaster", count: 4 }];

describe("the site diary", () => {
  it("is written by those who edit snags, read by those who see them, and unknown to others", async () => {
    const { editor, viewer, stranger, id_visit } = world.is;
    const snag = await world.pin();
    const entry = await write("2026-03-17", {
      people: [...people, { company: "", trade: "", count: 0 }],
      delays: [{ cause: "weather", hours: 1.5, text: "Sand storm" }],
      work: "Screed in the hall",
      snags: [snag.id, 999_999],
      visits: [id_visit],
    });
    expect(entry).toMatchObject({ is_own: true, people, closed_at: null, work: "Screed in the hall" });
    expect(entry.snags.map(({ id }) => id)).toEqual([snag.id]);
    const seen = await read("2026-03-17");
    expect(seen).toMatchObject({
      summary: { entries: 1, closed: 0, people: 4, delay_hours: 1.5, photos: 0 },
      companies: ["North Walls"],
      trades: ["Plaster"],
      can: { write: false },
    });
    expect(seen.entries[0]).toMatchObject({ is_own: false, author: { id_user: editor.id } });
    expect(await refused("2026-03-17", {}, viewer)).toMatchObject({ status: 403 });
    expect(await refused("2026-03-17", {}, stranger)).toMatchObject({ status: 404 });
    expect(await refused("2026-03-21", {})).toMatchObject({ errors: { day: ["diary.day_range"] } });
  });

  it("has one entry a day and author, whatever two devices send at once", async () => {
    const sent = ["one", "two", "three"].map((notes) => write("2026-03-10", { notes }));
    await Promise.all([...sent, write("2026-03-10", { notes: "owner" }, world.is.owner)]);
    const { entries } = await read("2026-03-10");
    expect(entries).toHaveLength(2);
    const own = await write("2026-03-10", { work: "Formwork" });
    expect(own).toMatchObject({ work: "Formwork", version: 5 });
    expect(await refused("2026-03-10", { work: "older", version: 2 })).toMatchObject({ code: "CONFLICT" });
  });

  it("changes a closed entry only by a correction, which keeps what was there before", async () => {
    await write("2026-03-11", { people, close: true });
    expect(await refused("2026-03-11", { notes: "late" })).toMatchObject({
      errors: { correction: ["diary.correction_required"] },
    });
    await write("2026-03-11", { people: [{ ...people[0], count: 6 }], correction: "Two came later" });
    const { entries } = await read("2026-03-11");
    expect(entries[0]?.corrections).toMatchObject([
      {
        reason: "Two came later",
        changes: [{ field: "people", from: "North Walls · Plaster · 4", to: "North Walls · Plaster · 6" }],
      },
    ]);
    // A draft can be deleted, a closed entry cannot.
    for (const day of ["2026-03-10", "2026-03-11"])
      await world.is.editor.client.call("DELETE /api/projects/{id}/diary/{day}", at(day));
    expect((await read("2026-03-10")).entries).toHaveLength(1);
    expect((await read("2026-03-11")).entries).toHaveLength(1);
  });

  it("announces a closed entry by notification, in the log and in the search", async () => {
    const { viewer, id_project } = world.is;
    await write("2026-03-12", { work: "Waterproofing of the terrace", close: true });
    const news = await bell(viewer);
    expect(news[0]).toMatchObject({ kind: "diary", link: `/diary/${id_project}_2026-03-12` });
    const log = await viewer.client.call("GET /api/projects/{id}/activity", {
      params: { id: id_project },
      query: {},
    });
    expect(log.items.map(({ action }: { action: string }) => action)).toContain("diary.closed");
    const found = await viewer.client.call("POST /api/search/global", { body: { q: "waterproofing" } });
    expect(found).toMatchObject({ items: [{ type: "diary", url: `/diary/${id_project}_2026-03-12` }] });
  });

  it("stores photos of drafts and renders the day as a PDF in both languages", async () => {
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#a63" } })
      .jpeg()
      .toBuffer();
    const add = () =>
      world.is.editor.client.upload(
        "POST /api/projects/{id}/diary/{day}/photos",
        {},
        { file: { name: "IMG_1.jpg", bytes } },
        at("2026-03-13"),
      );
    await add();
    const { entries } = await read("2026-03-13");
    expect(entries[0]?.photos).toHaveLength(1);
    await write("2026-03-13", { people, close: true });
    expect((await add()).status).toBe(422);
    for (const lang of ["en", "ar"]) {
      const path = `/api/projects/${world.is.id_project}/diary/2026-03-13/pdf?lang=${lang}`;
      const reply = await fetch(new URL(path, world.is.app.origin), {
        headers: { cookie: world.is.viewer.client.cookie() },
      });
      expect(reply.headers.get("content-type")).toBe("application/pdf");
      expect(
        Buffer.from(await reply.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe("%PDF-");
    }
  });

  it("lists its days, newest first", async () => {
    const days = await world.is.viewer.client.call("GET /api/projects/{id}/diary", {
      params: { id: world.is.id_project },
      query: { from: "2026-03-11", to: "2026-03-12" },
    });
    expect(days.items.map(({ day, closed }: { day: string; closed: number }) => [day, closed])).toEqual([
      ["2026-03-12", 1],
      ["2026-03-11", 1],
    ]);
  });
});

describe("the weather of a day", () => {
  const ask = (day: string, by: Person = world.is.editor) =>
    by.client.refused("GET /api/projects/{id}/diary/{day}/weather", at(day));

  it("is fetched for the project's location, from the server in the settings, in the reader's language", async () => {
    const { editor, id_project, app } = world.is;
    const weather = await startWeather(() => new Date("2026-03-18T09:00:00Z"));
    const overseer = await app.as(await app.user({ role: "super_admin" }));
    const choose = (weather_url: string) => overseer.call("PUT /api/settings", { body: { weather_url } });
    const locate = (latitude: number | null, longitude: number | null) =>
      overseer.call("PUT /api/projects/{id}", { params: { id: id_project }, body: { latitude, longitude } });
    try {
      await locate(null, null);
      expect(await ask("2026-03-17")).toMatchObject({ errors: { weather: ["diary.weather_off"] } });
      await choose(weather.origin);
      expect((await read("2026-03-17", editor)).can).toMatchObject({ fetch_weather: true });
      expect((await read("2026-03-17")).can).toMatchObject({ fetch_weather: false });
      expect(await ask("2026-03-17")).toMatchObject({ errors: { weather: ["diary.weather_no_location"] } });
      await locate(24.7136, 46.6753);
      const found = await editor.client.call("GET /api/projects/{id}/diary/{day}/weather", at("2026-03-17"));
      expect(found).toEqual({ text: "Rain", low: 22.8, high: 31.4, rain: 4.2, wind: 18.5, is_fetched: true });
      expect(weather.asked[0]?.get("start_date")).toBe("2026-03-17");
      expect(weather.faults).toEqual([]);
      // A day out of the service's range, a busy service, and one that returns something else.
      expect(await ask("2024-01-01")).toMatchObject({ errors: { weather: ["diary.weather_failed"] } });
      for (const mood of ["busy", "html"] as const) {
        weather.mood = mood;
        expect(await ask("2026-03-17")).toMatchObject({ errors: { weather: ["diary.weather_failed"] } });
      }
      const test = (service: "weather") =>
        overseer.call("POST /api/settings/test-connection", { body: { service } });
      expect(await test("weather")).toMatchObject({ ok: false });
      weather.mood = "empty";
      expect(await test("weather")).toMatchObject({ ok: true });
      expect(await ask("2026-03-17", world.is.viewer)).toMatchObject({ status: 403 });
    } finally {
      await choose("");
      await weather.close();
    }
  });
});

describe("an entry written on a device", () => {
  const captured = () => ({ guid: randomUUID(), captured_at: "2026-03-05T03:00:00.000Z" });

  it("is written once, and merged field by field with what another device wrote", async () => {
    const body = { work: "Screed", from: { work: "" }, ...captured() };
    await Promise.all([write("2026-03-05", body), write("2026-03-05", body)]);
    await write("2026-03-05", { notes: "Visitors", from: { notes: "" }, ...captured() });
    expect(await write("2026-03-05", body)).toMatchObject({ work: "Screed", notes: "Visitors", version: 3 });
  });

  it("asks when both devices changed the same field, and keeps the value that was not applied", async () => {
    await write("2026-03-06", { work: "From the desk" });
    const body = { work: "From the phone", notes: "Late", from: { work: "", notes: "" }, ...captured() };
    expect(await refused("2026-03-06", body)).toMatchObject({
      code: "CONFLICT",
      values: { field: "work", shown: "From the desk", sent: "From the phone" },
    });
    await refused("2026-03-06", body);
    const [entry] = (await read("2026-03-06")).entries;
    expect(entry).toMatchObject({ work: "From the desk", notes: "" });
    expect(entry?.corrections).toMatchObject([
      { is_applied: false, changes: [{ field: "work", from: "From the desk", to: "From the phone" }] },
    ]);
    const picked = await write("2026-03-06", { ...body, from: { work: "From the desk", notes: "" } });
    expect(picked).toMatchObject({ work: "From the phone", notes: "Late" });
  });

  it("applies the rest where both devices wrote the same in one field", async () => {
    await write("2026-03-08", { work: "Screed" });
    const body = { work: "Screed", notes: "Late", from: { work: "", notes: "" }, ...captured() };
    expect(await write("2026-03-08", body)).toMatchObject({ work: "Screed", notes: "Late" });
  });

  it("removes the link that one device removed, and keeps the one that another added meanwhile", async () => {
    const [one, two, three] = [await world.pin(), await world.pin(), await world.pin()];
    await write("2026-03-09", { snags: [one.id, two.id] });
    await write("2026-03-09", { snags: [one.id, two.id, three.id] });
    const body = { snags: [two.id], from: { snags: [one.id, two.id] }, ...captured() };
    expect((await write("2026-03-09", body)).snags.map(({ id }) => id)).toEqual([two.id, three.id]);
  });

  it("adds links of both devices, and a photo once", async () => {
    const [one, two] = [await world.pin(), await world.pin()];
    await write("2026-03-07", { snags: [one.id] });
    const entry = await write("2026-03-07", { snags: [two.id], from: { snags: [] }, ...captured() });
    expect(entry.snags.map(({ id }) => id)).toEqual([one.id, two.id]);
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#ddd" } })
      .jpeg()
      .toBuffer();
    const { guid } = captured();
    for (let n = 0; n < 2; n += 1)
      await world.is.editor.client.upload(
        "POST /api/projects/{id}/diary/{day}/photos",
        { guid },
        { file: { name: "day.jpg", bytes } },
        at("2026-03-07"),
      );
    expect((await read("2026-03-07")).entries[0]?.photos).toHaveLength(1);
  });
});
