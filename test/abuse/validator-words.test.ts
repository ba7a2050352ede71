import { afterAll, beforeAll, expect, it } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { errors } from "#contract/errors.ts";
import { api, type Route } from "#contract/index.ts";
import { readTexts } from "#i18n/text-files.ts";
import { textAt } from "#i18n/text-tree.ts";
import { type TestApp, testApp } from "../app.ts";
import type { TestClient } from "../client.ts";
import { readSamples } from "../conformance/samples.ts";
import { nowhere } from "./missing-records.ts";

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  admin = await app.as(await app.user({ role: "super_admin" }));
});
afterAll(() => app.close());

/** The text of `domain.path.of.keys`, resolved like in the web part. */
const texts = { en: readTexts("en"), ar: readTexts("ar") };
const textOf = (language: "en" | "ar", key: string) => textAt(texts[language], key);

type Fields = Readonly<Record<string, unknown>>;
/** Values that no field of any contract accepts. */
const wrong: readonly unknown[] = [null, {}, [], "", "x".repeat(20_000), -1, 1e300, true, [{}]];
const outside = /logout|demo-login|setup$/;

/** The sample with every field malformed in the same way at once: each is named in the refusal. */
const bentBodies = (body: Fields): unknown[] => [
  ...wrong.map((value) => Object.fromEntries(Object.keys(body).map((name) => [name, value]))),
  {},
  [],
  "text",
];

it("No refused input is explained by the validator's English message: each field has a text in both languages.", async () => {
  const samples = await readSamples();
  const odd = new Set<string>();
  let refused = 0;
  const look = (route: string, body: unknown) => {
    const found = (body as { errors?: Readonly<Record<string, readonly string[]>> }).errors ?? {};
    for (const [field, texts] of Object.entries(found))
      for (const text of texts) {
        refused += 1;
        const key = Object.hasOwn(errors, text) ? `errors.code.${text}` : text;
        const isRight = textOf("en", key) !== undefined && /[\u0600-\u06ff]/.test(textOf("ar", key) ?? "");
        if (!isRight) odd.add(`${route} ${field}: ${text}`);
      }
  };
  for (const [route, endpoint] of Object.entries(api) as [Route, Endpoint][]) {
    if (outside.test(route)) continue;
    const sample = samples.get(route)?.(nowhere) ?? {};
    if (endpoint.body !== undefined && sample.files === undefined)
      for (const body of bentBodies((sample.body ?? {}) as Fields))
        look(route, (await admin.raw(route, { ...sample, body })).body);
    const names = Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {});
    if (names.length > 0)
      for (const value of ["", "-1", "x".repeat(500)]) {
        const query = Object.fromEntries(names.map((name) => [name, value]));
        look(route, (await admin.raw(route, { ...sample, query })).body);
      }
  }
  expect([...odd]).toEqual([]);
  expect(refused).toBeGreaterThan(500);
});
