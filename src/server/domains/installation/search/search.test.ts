import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertVideo } from "#server/domains/media/videos/videos.fixture.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";

let app: TestApp;
let owner: TestClient;

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  owner = await app.as(await app.user({ role: "administrator" }));
});
afterAll(() => app.close());

const search = (q: string, client = owner, more: Record<string, unknown> = {}) =>
  client.call("POST /api/search/global", { body: { q, ...more } });
const titles = async (q: string, client = owner, more: Record<string, unknown> = {}) =>
  (await search(q, client, more)).items.map(({ title }) => title);
const project = (name: string, more: Record<string, unknown> = {}, client = owner) =>
  client.call("POST /api/projects", { body: { name, ...more } });
const visit = (id_project: number, name: string, more: Record<string, unknown> = {}) =>
  owner.call("POST /api/visits", { body: { id_project, name, visit_date: "2026-02-01T08:00:00Z", ...more } });

describe("search results", () => {
  it("include a project and a visit by the same word, each with its fields and its link", async () => {
    const palm = await project("Palmyra Court", { location: "Corniche 4" });
    const walk = await visit(palm.id, "Palmyra roof");
    const { items } = await search("palmyra");
    expect(items).toEqual([
      {
        id: palm.id,
        type: "project",
        title: "Palmyra Court",
        code: palm.code,
        url: `/project/${palm.id}`,
        icon: "building-2",
        context: "Corniche 4",
      },
      {
        id: walk.id,
        type: "visit",
        title: "Palmyra roof",
        code: walk.code,
        url: `/viewer/${walk.code}`,
        icon: "camera",
        context: "Palmyra Court",
      },
    ]);
  });

  it("include a project, a visit, a video and a camera by one word, the camera by its location as well", async () => {
    const { id } = await project("Belvedere Gardens");
    const walk = await visit(id, "Belvedere hall");
    const camera = await owner.call("POST /api/cctv-cameras", {
      body: {
        id_project: id,
        name: "Belvedere gate",
        location: "Mast of the tower crane",
        description: "Faces the SHAFT",
        hls_url: "http://192.0.2.9/stream.m3u8",
      },
    });
    const film = await insertVideo(app, id, { title: "Belvedere ride" });
    const found = (await search("belvedere")).items.map(({ type, url }) => [type, url]);
    expect(found).toHaveLength(4);
    expect(found).toEqual(
      expect.arrayContaining([
        ["project", `/project/${id}`],
        ["visit", `/viewer/${walk.code}`],
        ["video", `/video/${film.code}`],
        ["camera", `/cctv/${camera.code}`],
      ]),
    );
    expect(await titles("mast crane")).toEqual(["Belvedere gate"]);
    for (const q of ["shaft", camera.code]) expect(await titles(q), q).toEqual(["Belvedere gate"]);
    await owner.call("PUT /api/three60videos/{id}", {
      params: { id: film.id },
      body: { description: "Along the SPIRE" },
    });
    for (const q of ["spire", film.code]) expect(await titles(q), q).toEqual(["Belvedere ride"]);
    const stranger = await app.as(await app.user());
    expect((await search("belvedere", stranger)).items).toEqual([]);
    await owner.call("PUT /api/cctv-cameras/{id}", {
      params: { id: camera.id },
      body: { name: "Rear gate" },
    });
    expect(await titles("rear gate")).toEqual(["Rear gate"]);
    await owner.call("DELETE /api/cctv-cameras/{id}", { params: { id: camera.id } });
    expect(await titles("mast crane")).toEqual([]);
  });

  it("match in title, description, code and a project's location, ignoring case", async () => {
    const one = await project("Quarry", { description: "Blasting in MAY", location: "Al Wakrah Road" });
    const walk = await visit(one.id, "Rim", { description: "Dusty" });
    for (const q of ["QUAR", "blasting", "may", "wakrah ROAD", one.code, one.code.slice(3, 9).toUpperCase()])
      expect(await titles(q), q).toContain("Quarry");
    for (const q of ["dUsTy", walk.code, walk.code.slice(0, 5)]) expect(await titles(q), q).toContain("Rim");
    await app.database.db
      .updateTable("visits")
      .set({ code: "qxzvwqxzv234" })
      .where("id", "=", walk.id)
      .execute();
    expect(await titles("xzvwq")).toEqual(["Rim"]);
    expect(await titles("qxzv"), "four letters occur in codes by chance").toEqual([]);
    expect(await titles("quarry dusty"), "each word must be in the same item").toEqual([]);
  });

  it("put exact matches of title or code before all others, then sort by title", async () => {
    for (const name of ["Zed 7", "7", "A"]) await project(name);
    expect(await titles("7", owner, { type: "project" })).toEqual(["7", "Zed 7"]);
    const coded = await project("Zzz last by title");
    await project(`Aaa ${coded.code}`);
    expect(await titles(` ${coded.code.toLowerCase()} `)).toEqual(["Zzz last by title", `Aaa ${coded.code}`]);
  });

  it("sort by title as both languages' collations do, Arabic first for readers of Arabic", async () => {
    const names = ["Order Éa", "order eb", "ORDER 12", "Order z", "Order ـباب", "Order بيت"];
    for (const name of names) await project(name);
    const sorted = (language: string) => names.toSorted(new Intl.Collator(language).compare);
    expect(await titles("order")).toEqual(sorted("en").map((name) => name));
    const person = await app.user({ role: "administrator" });
    const reader = await app.as(person);
    await reader.call("POST /api/language", { body: { locale: "ar" } });
    for (const name of ["مسار ب", "Path مسار", "12 مسار", "أول مسار"]) await project(name, {}, reader);
    expect(await titles("مسار", reader)).toEqual(["12 مسار", "أول مسار", "مسار ب", "Path مسار"]);
  });

  it("have eight per page by default, and page on without losing or repeating one", async () => {
    const home = await project("Pages");
    for (let n = 10; n < 22; n += 1) await visit(home.id, `Leaf ${n}`);
    const first = await search("leaf");
    expect(first.items.map(({ title }) => title)).toEqual(
      [10, 11, 12, 13, 14, 15, 16, 17].map((n) => `Leaf ${n}`),
    );
    expect(first).toMatchObject({ page: 1, per_page: 8, has_more: true, is_approximate: false });
    const second = await search("leaf", owner, { page: 2 });
    expect(second.items.map(({ title }) => title)).toEqual([18, 19, 20, 21].map((n) => `Leaf ${n}`));
    expect(second.has_more).toBe(false);
    expect(await search("leaf", owner, { page: 3 })).toMatchObject({ items: [], is_approximate: false });
  });

  it("can be limited to one kind, and are counted by kind, never above a hundred", async () => {
    const home = await project("Census hall");
    await app.database.db
      .insertInto("visits")
      .values(
        Array.from({ length: 120 }, (_, n) => ({
          code: `census${n}xyzab`,
          id_project: home.id,
          id_user: null,
          name: `Census ${n}`,
          description: "",
          visit_date: new Date(),
          deleted_at: null,
        })),
      )
      .execute();
    expect(await search("census", owner, { counts: true, type: "project" })).toMatchObject({
      items: [{ title: "Census hall" }],
      counts: { project: 1, visit: 100, video: 0, camera: 0 },
    });
  });

  it("accept the words under q, query or search", async () => {
    await project("Threefold");
    for (const body of [{ q: "threefold" }, { query: "threefold" }, { search: "threefold" }])
      expect(
        (await owner.call("POST /api/search/global", { body })).items,
        JSON.stringify(body),
      ).toHaveLength(1);
    expect((await owner.call("POST /api/search/global", { body: {} })).items).toEqual([]);
  });

  it("include suggestions from titles with a word that begins so, each once", async () => {
    for (const [name, description] of [
      ["Kiosk row", ""],
      ["North kiosk", ""],
      ["Newskiosk", ""],
      ["Yard", "Behind the kiosk"],
    ] as const)
      await project(name, { description });
    const { id } = await project("Walks");
    await visit(id, "Kiosk row");
    expect(await owner.call("GET /api/search/suggestions", { query: { q: "kio" } })).toEqual(
      ["Kiosk row", "North kiosk"].map((text) => ({ text, is_recent: false })),
    );
  });

  it("follow every change at once", async () => {
    const home = await project("Before");
    expect(await titles("before")).toEqual(["Before"]);
    await owner.call("PUT /api/projects/{id}", { params: { id: home.id }, body: { name: "Afterwards" } });
    expect(await titles("afterwards")).toEqual(["Afterwards"]);
    expect((await search("before")).items.filter(({ title }) => title === "Before")).toEqual([]);
  });
});

describe("both languages", () => {
  it("ignore tashkeel, tatweel, forms of alef, ya and ta marbuta, and accept either digits", async () => {
    await project("مَدْرَسَة الأمـــل ٢٥");
    for (const q of ["مدرسة", "مدرسه", "الامل", "أمل", "آمل", "25", "٢٥", "۲۵", "مَدرسة الأمل 25"])
      expect(await titles(q), q).toContain("مَدْرَسَة الأمـــل ٢٥");
  });

  it("find two Arabic letters behind the article, and two Latin ones only at the beginning of words", async () => {
    await project("الغدير");
    await project("Xylo");
    expect(await titles("غد")).toContain("الغدير");
    expect(await titles("xy")).toEqual(["Xylo"]);
    expect(await titles("yl")).toEqual([]);
  });

  it("ignore accents, and allow a typo when nothing else is found", async () => {
    await project("Façade Nord");
    expect(await search("facade nord")).toMatchObject({
      items: [{ title: "Façade Nord" }],
      is_approximate: false,
    });
    await project("Warehouse");
    await project("مستشفى حمد");
    for (const q of ["warehuose", "wearhouse", "warehouuse"])
      expect(await search(q), q).toMatchObject({ items: [{ title: "Warehouse" }], is_approximate: true });
    expect(await search("مستفشى")).toMatchObject({ items: [{ title: "مستشفى حمد" }], is_approximate: true });
    expect(await search("qqqqqqq")).toMatchObject({ items: [], is_approximate: false });
  });
});

describe("any input", () => {
  it("is matched literally: wildcards, quotes, backslashes, operators", async () => {
    await project(String.raw`100% a_b c\d 'q' (x|y) [z] .*`);
    for (const q of ["100%", "%", "a_b", "_", String.raw`c\d`, "'q'", "(x|y)", "[z]", ".*", "|", "("])
      expect(await titles(q), q).toEqual([String.raw`100% a_b c\d 'q' (x|y) [z] .*`]);
    for (const q of ["1%0", "a%b", "axb", "a.b"]) {
      const { items, is_approximate } = await search(q);
      expect(is_approximate || items.every(({ title }) => !title.includes("a_b")), q).toBe(true);
    }
  });

  it("never fails: NUL, emoji, marks of direction, spaces, two hundred letters", async () => {
    await project("Hoist 🏗️ yard");
    expect(await titles("🏗")).toEqual(["Hoist 🏗️ yard"]);
    expect(await titles("\u202Ehoist\u200F")).toEqual(["Hoist 🏗️ yard"]);
    const odd = [
      "\u200F",
      "   ",
      "ﷺ".repeat(200),
      "a".repeat(200),
      "ab ".repeat(60),
      "💥".repeat(100),
      "́",
      "ـ",
    ];
    for (const q of odd)
      expect((await owner.raw("POST /api/search/global", { body: { q } })).status, JSON.stringify(q)).toBe(
        200,
      );
    for (const q of odd)
      expect(
        (await owner.raw("GET /api/search/suggestions", { query: { q } })).status,
        JSON.stringify(q),
      ).toBe(200);
    expect((await owner.raw("POST /api/search/global", { body: { q: "\u0000" } })).status).toBeLessThan(500);
    expect((await owner.raw("GET /api/search/suggestions", { query: { q: "a\u0000" } })).status).toBeLessThan(
      500,
    );
    expect((await owner.raw("POST /api/search/global", { body: { q: "a".repeat(201) } })).status).toBe(422);
  });

  it("finds items with titles of any length", async () => {
    const home = await project("Long home");
    const values = { id_project: home.id, id_user: null, visit_date: new Date(), deleted_at: null };
    await app.database.db
      .insertInto("visits")
      .values({
        ...values,
        code: "verylongtitle",
        name: `Endless ${"ﷺ ".repeat(3000)}`,
        description: "x".repeat(100_000),
      })
      .execute();
    expect((await search("endless")).items).toHaveLength(1);
  });
});
