import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { errors } from "#contract/errors.ts";
import { api, type Route } from "#contract/index.ts";
import { type TestApp, testApp } from "../app.ts";
import { bytesFor } from "./call-sample.ts";
import { placesOf } from "./sample-places.ts";
import { readSamples } from "./samples.ts";
import { buildWorld, type World } from "./world.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  world = await buildWorld(app);
});
afterAll(() => app.close());

const endpoints = (Object.entries(api) as [Route, Endpoint][]).filter(([route]) => !route.includes("logout"));

const places = placesOf(() => world);

async function answerTo(route: Route) {
  const sample = (await readSamples()).get(route)?.(await places.for(route));
  const { owner } = world.clients;
  if (sample?.files === undefined) return owner.raw(route, sample);
  const bytes = await bytesFor(route);
  const files = Object.fromEntries(sample.files.map((name) => [name, { name: "room.jpg", bytes }]));
  return owner.upload(route, (sample.body ?? {}) as Record<string, string>, files, sample);
}

describe("every response has one of two shapes, or is the file that its contract names", () => {
  it.each(endpoints)("%s", async (route, endpoint) => {
    const { status, headers, body } = await answerTo(route);
    places.used(route);
    if (status < 400 && endpoint.download !== undefined) {
      expect(headers.get("content-type")).toBe(endpoint.download);
      const kind = endpoint.inline === true ? "inline" : "attachment";
      expect(headers.get("content-disposition")).toMatch(
        new RegExp(`^${kind}; filename="[^"]+"; filename\\*=UTF-8''\\S+$`),
      );
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      if (kind === "attachment")
        expect(headers.get("content-security-policy")).toBe(
          "default-src 'none'; frame-ancestors 'none'; sandbox",
        );
      return;
    }
    expect(headers.get("content-type")).toContain("application/json");
    if (status >= 400) {
      const { code } = body as { code: keyof typeof errors };
      expect(errors[code].status).toBe(status);
      expect(body).toMatchObject({ status: "error", success: false, code, message: expect.any(String) });
    } else if (endpoint.envelope === false) {
      expect(body).not.toHaveProperty("data");
    } else {
      expect(body).toEqual({
        status: "success",
        success: true,
        message: expect.any(String),
        data: expect.anything(),
        ...(endpoint.spread === true && ((body as { data?: object }).data ?? {})),
      });
    }
  });
});
