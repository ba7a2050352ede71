import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import arErrors from "#i18n/ar/errors.json" with { type: "json" };
import enErrors from "#i18n/en/errors.json" with { type: "json" };
import { type TestApp, testApp } from "#test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
});
afterAll(() => app.close());

describe("the language of a user", () => {
  it("is stored with the account, and restored at the next sign-in", async () => {
    const person = await app.user();
    const client = await app.as(person);
    expect(await client.call("GET /api/user")).toMatchObject({ language: "en" });
    expect(await client.call("POST /api/language", { body: { locale: "ar" } })).toEqual({
      locale: "ar",
      direction: "rtl",
    });
    expect(await client.call("GET /api/user")).toMatchObject({ language: "ar" });
    expect(await (await app.as(person)).call("GET /api/user")).toMatchObject({ language: "ar" });
  });

  it("is English or Arabic only", async () => {
    const client = await app.as(await app.user());
    for (const locale of ["xx", "AR", "", null])
      expect(await client.refused("POST /api/language", { body: { locale } })).toMatchObject({
        status: 422,
        code: "VALIDATION",
        errors: { locale: [expect.any(String)] },
      });
    expect(await client.call("GET /api/user")).toMatchObject({ language: "en" });
  });

  it("is not stored for a guest or the demo account", async () => {
    const english = { locale: "en", direction: "ltr" };
    expect(await app.guest().call("POST /api/language", { body: { locale: "en" } })).toEqual(english);
    const demo = await app.as(await app.user({ isDemo: true }));
    await demo.call("POST /api/language", { body: { locale: "ar" } });
    expect(await demo.call("GET /api/user")).toMatchObject({ language: "en" });
  });
});

describe("the texts of a language", () => {
  it("are available to guests, in both languages, under the same names", async () => {
    const [en, ar] = [
      await app.guest().call("GET /api/translations/{lang}", { params: { lang: "en" } }),
      await app.guest().call("GET /api/translations/{lang}", { params: { lang: "ar" } }),
    ];
    expect(en).toMatchObject({ errors: enErrors });
    expect(ar).toMatchObject({ errors: arErrors });
    expect(Object.keys(ar).toSorted()).toEqual(Object.keys(en).toSorted());
    expect(en, "no page shows the words of mails").not.toHaveProperty("mail");
  });

  it.each([
    ["doors", ["features/people/auth", "ui/plain"]],
    [
      "public",
      [
        "features/installation/home",
        "features/media/showcase",
        "features/people/profile/public",
        "ui/plain",
        "ui/map",
      ],
    ],
  ] as const)(
    "come in parts (%s) by sign-in state, with every text of its screens",
    async (part, folders) => {
      const texts = await app
        .guest()
        .call("GET /api/translations/{lang}", { params: { lang: "ar" }, query: { part } });
      const paths = folders.map((path) => join(import.meta.dirname, "../../../../web", path));
      const files = await Promise.all(paths.map((folder) => readdir(folder, { recursive: true })));
      const sources = files.flatMap((names, at) =>
        names
          // Screens for signed-in users have all texts.
          .filter(
            (name) => /\.tsx?$/.test(name) && !/\.test\.|public-profile-screen|write-to-link/.test(name),
          )
          .map((name) => readFile(join(paths[at] ?? "", name), "utf8")),
      );
      const used = (await Promise.all(sources)).flatMap((source) =>
        [...source.matchAll(/\bt\(\s*[`"]([a-z]+)\.([a-z_]+)/g)].map(([, space, key]) => [space, key]),
      );
      expect(used.length).toBeGreaterThan(20);
      for (const [space = "", key = ""] of used) {
        expect(texts, space).toHaveProperty(space);
        const keys = Object.keys((texts as Record<string, object>)[space] ?? {});
        // Plurals are listed under their forms, texts by a status under its name.
        expect(
          keys.some((name) => name === key || name.startsWith(`${key}_`) || key.endsWith("_")),
          `${space}.${key}`,
        ).toBe(true);
      }
      expect(texts).not.toHaveProperty("visits");
    },
  );

  it("are refused for an unknown part", async () => {
    const odd = { params: { lang: "en" }, query: { part: "all" } };
    expect(await app.guest().refused("GET /api/translations/{lang}", odd)).toMatchObject({ status: 422 });
  });

  it("are refused for an unsupported language", async () => {
    for (const lang of ["fr", "..", "en.json"])
      expect(
        (await app.guest().refused("GET /api/translations/{lang}", { params: { lang } })).status,
      ).toBeLessThan(500);
  });
});
