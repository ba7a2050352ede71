import { mkdirSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import { newCode } from "#server/platform/code.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { siteDates } from "#test/site-dates.ts";
import type { Crops } from "../snags/report/crops.ts";
import { type ComparisonOrder, writeComparison } from "./comparison-pdf.ts";
import { comparisonWords } from "./comparison-words.ts";

let library: PDFiumLibrary;
beforeAll(async () => {
  library = await PDFiumLibrary.init();
});
afterAll(() => library.destroy());

/** Texts and pictures of the pages; with COMPARISON_PICTURES=<folder> the pictures are written there. */
async function read(bytes: Uint8Array, name: string) {
  const document = await library.loadDocument(bytes);
  const pages = [];
  for (const page of document.pages()) {
    const text = page.getText().replaceAll(/\s+/g, " ");
    const { data, width, height } = await page.render({ scale: 2, render: "bitmap" });
    pages.push({ text, data: Buffer.from(data), width, height });
  }
  document.destroy();
  const folder = process.env["COMPARISON_PICTURES"];
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    for (const [at, { data, width, height }] of pages.entries())
      await sharp(data, { raw: { width, height, channels: 4 } }).toFile(`${folder}/${name}-${at + 1}.png`);
  }
  return pages;
}

/** Each view is a plain colour by its direction. */
const crops: Crops = {
  view: (_, { yaw }, size) =>
    sharp({ create: { ...size, channels: 3, background: yaw < 0 ? "#c04030" : "#3060c0" } })
      .jpeg()
      .toBuffer(),
  plan: async () => undefined,
  photo: async () => undefined,
  planSize: async () => undefined,
};

const view = (yaw: number, date: string) => ({
  picture: { sha256: "0".repeat(64), levels: [{ width: 3840, height: 1920 }], area: null, pose: null },
  yaw,
  date,
  visit: "Walk / جولة",
  link: `https://site.example/viewer/code234567/7?yaw=${yaw}`,
});

const orderOf = (language: Language, pairs = 5): ComparisonOrder => ({
  language,
  project: "برج النخيل / Palm Tower",
  site: "Sitewalk",
  at: new Date("2026-11-26T08:00:00Z"),
  pitch: 0,
  fov: 70,
  pairs: Array.from({ length: pairs }, (_, at) => ({
    name: at === 1 ? "غرفة المضخات" : `Lobby ${at + 1}`,
    caption: at === 0 ? `Plaster is finished.\nتم الانتهاء من اللياسة.` : "",
    floor: at === 2 ? "" : "Ground floor · الأرضي",
    bearing: at === 3 ? null : 40 + at,
    views:
      language === "en"
        ? [view(-10, "18 February 2026"), view(70, "8 April 2026")]
        : [view(-10, "18 فبراير 2026"), view(70, "8 أبريل 2026")],
    snags:
      at === 0
        ? Array.from({ length: 8 }, (__, n) => `#${n + 1} Crack above the door`)
        : at === 4
          ? null
          : [],
  })),
});

describe("a printed comparison", () => {
  it.each(["en", "ar"] as const)(
    "shows both dates of each spot side by side, with its facts (%s)",
    async (language) => {
      const say = comparisonWords(language);
      const pages = await read(await buffer(writeComparison(orderOf(language), crops)), language);
      expect(pages.length).toBeGreaterThan(1);
      if (language === "en") {
        const text = pages.map((page) => page.text).join(" ");
        for (const part of [
          say.title,
          "18 February 2026",
          "8 April 2026",
          "Lobby 1",
          "41°",
          say.no_snags,
          say.no_north,
          "Plaster is finished.",
        ])
          expect(text).toContain(part);
        expect(text).toContain("#6 Crack above the door");
        expect(text).not.toContain("#7 Crack");
        expect(text).toContain("and 2 more");
      }
      // The earlier date is at the side where lines start.
      const [first] = pages;
      if (first === undefined) throw new Error("There is no page.");
      const { data, width, height } = first;
      const colours = (from: number, to: number) => {
        let [red, blue] = [0, 0];
        for (let y = 0; y < height; y += 4)
          for (let x = Math.round(from * width); x < to * width; x += 4) {
            const at = (y * width + x) * 4;
            const [r = 0, , b = 0] = data.subarray(at, at + 3);
            if (r > b + 60) red += 1;
            if (b > r + 60) blue += 1;
          }
        return red > blue ? "earlier" : "later";
      };
      const sides = [colours(0, 0.5), colours(0.5, 1)];
      expect(language === "en" ? sides : sides.toReversed()).toEqual(["earlier", "later"]);
    },
  );
});

describe("comparisons of two visits", () => {
  let app: TestApp;
  let owner: TestClient;
  let stranger: TestClient;
  let project: { id: number };
  let site: ReturnType<typeof siteDates>;

  beforeAll(async () => {
    app = await testApp({ environment: { ROLE: "web" } });
    owner = await app.as(await app.user({ role: "administrator" }));
    stranger = await app.as(await app.user());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.database.db.deleteFrom("projects").execute();
    project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
    site = siteDates(app.database.db, project.id);
  });

  async function twoVisits() {
    const [first, second] = [await site.visit(), await site.visit()];
    const hall = await site.room(first.id, { name: "Hall" });
    const roof = await site.room(first.id, { name: "Roof" });
    const later = await site.room(second.id, { name: "Hall" });
    await site.room(second.id, { name: "Stair" });
    await app.database.db
      .insertInto("snags")
      .values({
        id_project: project.id,
        number: 1,
        title: "Crack",
        id_visit: first.id,
        id_room: hall,
        guid: crypto.randomUUID(),
      })
      .execute();
    return { query: { first: first.id, second: second.id }, hall, roof, later, code: first.code };
  }
  const params = () => ({ params: { id: project.id } });
  const pdf = (query: object, client = owner) =>
    client.raw("GET /api/projects/{id}/comparisons/pdf", { ...params(), query });

  it("list the spots that both show, with their open snags", async () => {
    const { query, hall, later } = await twoVisits();
    const { items } = await owner.call("GET /api/projects/{id}/comparisons", { ...params(), query });
    expect(items).toEqual([{ id_room: hall, id_other_room: later, name: "Hall", floor: "", snags: 1 }]);
  });

  it("are printed for matched spots, and for a pair that is named", async () => {
    const { query, hall, roof, later } = await twoVisits();
    for (const more of [{}, { rooms: String(hall) }, { rooms: String(roof), other: later, bearing: 30 }]) {
      const reply = await pdf({ ...query, ...more, lang: "en" });
      expect(reply.status).toBe(200);
    }
    const log = await app.database.db
      .selectFrom("activity")
      .select("details")
      .where("action", "=", "visit.exported")
      .where("id_project", "=", project.id)
      .execute();
    expect(log.map(({ details }) => details)).toEqual([{ n: "1" }, { n: "1" }, { n: "1" }]);
  });

  it("are printed with captions in both languages, and refuse one that is too long", async () => {
    const { query, hall, roof } = await twoVisits();
    const body = { ...query, rooms: [hall], captions: [{ id_room: hall, text: "Plaster\nلياسة" }] };
    const post = (more: object, client = owner) =>
      client.raw("POST /api/projects/{id}/comparisons/pdf", { ...params(), body: { ...body, ...more } });
    for (const lang of ["en", "ar"]) expect((await post({ lang })).status).toBe(200);
    expect((await post({ captions: [{ id_room: hall, text: "x".repeat(301) }] })).status).toBe(422);
    expect((await post({ rooms: [roof] })).status).toBe(404);
    expect((await post({}, stranger)).status).toBe(404);
  });

  it("are refused in words when a spot is named twice", async () => {
    const { query, hall } = await twoVisits();
    const twice = [
      await pdf({ ...query, rooms: `${hall},${hall}` }),
      await owner.raw("POST /api/projects/{id}/comparisons/pdf", {
        ...params(),
        body: { ...query, rooms: [hall, hall] },
      }),
    ];
    for (const { status, body } of twice)
      expect([status, JSON.stringify(body)]).toEqual([
        422,
        expect.stringContaining("comparisons.room_twice"),
      ]);
  });

  it("answer as not found for rooms of no pair, visits in the bin or elsewhere, and strangers", async () => {
    const { query, roof, later } = await twoVisits();
    expect((await pdf({ ...query, rooms: String(roof) })).status).toBe(404);
    expect((await pdf({ ...query, rooms: String(later), other: roof })).status).toBe(404);
    expect((await pdf(query, stranger)).status).toBe(404);
    const gone = await site.visit({ deleted_at: new Date() });
    expect((await pdf({ ...query, second: gone.id })).status).toBe(404);
    expect((await pdf({ ...query, second: query.second + 1000 })).status).toBe(404);
  });

  it("say in words that two visits share no spot", async () => {
    const [first, second] = [await site.visit(), await site.visit()];
    await site.room(first.id, { name: newCode() });
    await site.room(second.id, { name: newCode() });
    const reply = await pdf({ first: first.id, second: second.id });
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([
      422,
      expect.stringContaining("comparisons.none"),
    ]);
  });
});
