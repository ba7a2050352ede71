import { describe, expect, it } from "vitest";
import { ProjectStatus } from "#contract/projects.ts";
import { readTexts } from "#i18n/text-files.ts";
import type { TextTree } from "#i18n/text-tree.ts";
import { fresh, projectsWorld, whole } from "./projects.fixture.ts";

const world = projectsWorld();
const { add, get, put, log, changesOf } = world;

describe("changing a project", () => {
  it("saves every field as sent, including letters and marks of all scripts", async () => {
    const { id } = await add();
    const name = `برج «المرفأ» 'A' <b>& "B"</b> 🏗`;
    expect((await put(id, { ...whole, name })).status).toBe(200);
    expect(await get(id)).toMatchObject({ ...whole, name });
  });

  it("updates only the fields that were sent, and names them in the log", async () => {
    const { id } = await add(whole);
    await put(id, { area: 9000, year: whole.year });
    expect(await get(id)).toMatchObject({ ...whole, area: 9000 });
    expect((await log(id)).items[0]).toMatchObject({ action: "project.changed", changed: ["area"] });
    await put(id, { latitude: null, longitude: null, description: "" });
    expect(await get(id)).toMatchObject({
      ...whole,
      area: 9000,
      latitude: null,
      longitude: null,
      description: "",
    });
    expect((await log(id)).items[0]?.changed.toSorted()).toEqual(["description", "latitude", "longitude"]);
  });

  it("with nothing, with current values, or with read-only fields, changes nothing", async () => {
    const before = await add(whole);
    const sent = [{}, whole, { id: 1, code: "mine", active: false, starred: true, validated: false }];
    for (const body of sent) expect((await put(before.id, body)).status).toBe(200);
    expect(await get(before.id)).toEqual(before);
    expect((await log(before.id)).items.map(({ action }) => action)).toEqual(["project.created"]);
    expect(await changesOf(before.id), "its making alone").toBe(1);
  });

  it("notifies screens that show the project", async () => {
    const { id } = await add();
    const before = await changesOf(id);
    await put(id, { area: 7 });
    expect(await changesOf(id)).toBe(before + 1);
  });

  it.each(ProjectStatus.options)(
    "accepts the status %s from any other and logs the old and new one",
    async (to) => {
      const { id } = await add({ status: to });
      for (const from of ProjectStatus.options.filter((one) => one !== to)) {
        await put(id, { status: from, area: 1 });
        expect((await put(id, { status: to })).status).toBe(200);
        expect((await log(id)).items[0]).toMatchObject({
          action: "project.status_changed",
          details: { from, to },
          who: { id_user: world.owner.id, name: "Test Person" },
        });
      }
      expect(await get(id)).toMatchObject({ status: to });
    },
  );

  it("of status and data in one call writes two log entries", async () => {
    const { id } = await add();
    await put(id, { status: "Completed", num_floors: 9 });
    expect((await log(id)).items.slice(0, 2)).toMatchObject([
      { action: "project.status_changed", details: { from: "Design", to: "Completed" } },
      { action: "project.changed", changed: ["num_floors"] },
    ]);
  });

  it("replaces type and categories as a whole, and refuses unknown ones without changing anything", async () => {
    const { client } = world.admin;
    const type = await client.call("POST /api/project-types", { body: { name: fresh("Type") } });
    const [one, two, three] = [
      await client.call("POST /api/categories", { body: { name: "A one" } }),
      await client.call("POST /api/categories", { body: { name: "B two" } }),
      await client.call("POST /api/categories", { body: { name: "C three" } }),
    ];
    const { id } = await add({ category_ids: [one.id, two.id] });
    await put(id, { id_type: type.id, category_ids: [three.id, two.id] });
    const after = await get(id);
    expect(after).toMatchObject({
      type: { id: type.id },
      categories: [{ name: "B two" }, { name: "C three" }],
    });
    expect((await log(id)).items[0]?.changed).toEqual(["type", "categories"]);
    expect(await put(id, { name: fresh(), id_type: 999_999 })).toMatchObject({
      status: 422,
      body: { errors: { id_type: ["projects.type_unknown"] } },
    });
    expect(await put(id, { name: fresh(), category_ids: [one.id, 999_999] })).toMatchObject({
      status: 422,
      body: { errors: { category_ids: ["categories.unknown"] } },
    });
    expect(await get(id)).toEqual(after);
    await put(id, { id_type: null, category_ids: [] });
    expect(await get(id)).toMatchObject({ type: null, categories: [] });
  });
});

const texts = (language: string) => readTexts(language)["projects"] as TextTree;

describe("an invalid value", () => {
  it.each([
    ["status", "Foo", "status_unknown"],
    ["status", "design", "status_unknown"],
    ["year", "abc", "year_range"],
    ["year", "2026", "year_range"],
    ["year", 2026.5, "year_range"],
    ["year", 1899, "year_range"],
    ["year", null, "year_range"],
    ["latitude", 91, "latitude_range"],
    ["latitude", -90.01, "latitude_range"],
    ["latitude", "NaN", "latitude_range"],
    ["longitude", 181, "longitude_range"],
    ["longitude", -181, "longitude_range"],
    ["area", -1, "area_range"],
    ["area", "big", "area_range"],
    ["num_floors", 1.5, "count_range"],
    ["num_buildings", -1, "count_range"],
    ["name", "", "name_required"],
    ["name", "x".repeat(101), "name_long"],
    ["description", "x".repeat(256), "text_long"],
    ["location", "x".repeat(256), "text_long"],
    ["location", 7, "text_long"],
  ])("is refused: %s of %j, at the field, with a message in both languages", async (field, value, key) => {
    const before = await add(whole);
    for (const reply of [
      await put(before.id, { area: 77, [field]: value }),
      await world.owner.client.raw("POST /api/projects", { body: { name: fresh(), [field]: value } }),
    ])
      expect(reply).toMatchObject({
        status: 422,
        body: { code: "VALIDATION", errors: { [field]: [`projects.${key}`] } },
      });
    for (const language of ["en", "ar"]) expect(texts(language)[key], language).toEqual(expect.any(String));
    expect(await get(before.id)).toEqual(before);
  });

  it("is one coordinate without the other, reported at the missing one", async () => {
    const nowhere = await add();
    const somewhere = await add(whole);
    const pair = (field: string) => ({
      status: 422,
      body: { errors: { [field]: ["projects.coordinates_pair"] } },
    });
    expect(await put(nowhere.id, { latitude: 24 })).toMatchObject(pair("longitude"));
    expect(await put(nowhere.id, { longitude: 46 })).toMatchObject(pair("latitude"));
    expect(await put(somewhere.id, { latitude: null })).toMatchObject(pair("latitude"));
    const body = { name: fresh(), longitude: 46 };
    expect(await world.owner.client.raw("POST /api/projects", { body })).toMatchObject(pair("latitude"));
    expect((await put(somewhere.id, { latitude: 24 })).status, "beside the degree that is there").toBe(200);
    expect(await get(nowhere.id)).toEqual(nowhere);
  });

  it("is 0,0: a project sent with it has no location", async () => {
    const { id } = await add(whole);
    await put(id, { latitude: 0, longitude: 0 });
    expect(await get(id)).toMatchObject({ latitude: null, longitude: null });
  });
});
