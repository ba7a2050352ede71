import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { errors } from "#contract/errors.ts";
import { api, type Route } from "#contract/index.ts";
import type { SamplePlace } from "#server/platform/samples.ts";
import { type TestApp, testApp } from "../app.ts";
import type { RawReply, TestClient } from "../client.ts";
import { callSample } from "./call-sample.ts";
import { type AnySample, readSamples } from "./samples.ts";
import { buildWorld, type World } from "./world.ts";

/**
 * The caller "by link": a person of a crew, without an account, who holds the code of their link. Every call of the
 * contract is made as that caller. What a link may do is the calls below `/api/answers/`, for the snags of its crew.
 */
const isOfLink = (route: Route) => route.includes(" /api/answers/");

let app: TestApp;
let world: World;
let samples: Map<Route, AnySample>;
/** The project of the link. */
let own: SamplePlace;
let holder: TestClient;

beforeAll(async () => {
  app = await testApp();
  world = await buildWorld(app);
  samples = await readSamples();
  own = await world.place();
  holder = app.guest();
  await holder.call("GET /api/answers/{code}", { params: { code: own.code_answer } });
});
afterAll(() => app.close());

/** The sample records with this code wherever a call takes one. */
const withCode = (place: SamplePlace, code: string): SamplePlace => ({
  ...place,
  ...Object.fromEntries(
    Object.keys(place)
      .filter((name) => name.startsWith("code"))
      .map((name) => [name, code]),
  ),
});

const call = (route: Route, place: SamplePlace): Promise<RawReply> => {
  const sample = samples.get(route);
  if (sample === undefined) throw new Error(`No sample for ${route}.`);
  return callSample(holder, route, sample(place));
};
const told = ({ status, body }: RawReply) => {
  const { code = null } = body as { code?: string };
  return { status, code };
};

it("shows the flat picture of its own pin with a ring around it, and none of another snag", async () => {
  const crop = (code: string, snag: number, method = "GET") =>
    fetch(`${app.origin}/api/answers/${code}/snags/${snag}/crop`, { method });
  // The tiles of the 360 photo are made in the background.
  const status = async () => (await crop(own.code_answer, own.id_crew_snag)).status;
  await expect.poll(status, { interval: 500 }).toBe(200);
  const shown = await crop(own.code_answer, own.id_crew_snag);
  expect(shown.headers.get("content-type")).toBe("image/jpeg");
  const { data, info } = await sharp(Buffer.from(await shown.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 1280, height: 800 });
  const at = (400 * 1280 + 640 + 44) * info.channels;
  const [red = 0, green = 0] = data.subarray(at, at + 3);
  expect(red - green, "red on the ring").toBeGreaterThan(60);
  expect((await crop(own.code_answer, own.id_crew_snag, "HEAD")).status).toBe(200);
  for (const id of [own.id_snag, world.stranger.id_crew_snag, 99_999_999])
    expect((await crop(own.code_answer, id)).status).toBe(404);
  expect((await crop(world.missing.code_answer, own.id_crew_snag)).status).toBe(404);
});

describe.each(Object.entries(api) as [Route, Endpoint][])("%s by the code of a link", (route, { access }) => {
  if (isOfLink(route)) {
    it("serves the snags of the link", async () => {
      const { status, body } = await call(route, own);
      expect([401, 403, 404], JSON.stringify(body)).not.toContain(status);
      expect(status).toBeLessThan(500);
    });

    it("answers another snag, and another code, as what does not exist", async () => {
      const unknown = { ...own, code_answer: world.missing.code_answer };
      expect(told(await call(route, unknown))).toEqual({ status: 404, code: "NOT_FOUND" });
      if (!route.includes("{snag}")) return;
      // Of the project but of no crew, of another project, deleted, missing.
      for (const id of [
        own.id_snag,
        world.stranger.id_crew_snag,
        world.deleted.id_crew_snag,
        world.missing.id_snag,
      ])
        expect(told(await call(route, { ...own, id_crew_snag: id }))).toEqual({
          status: 404,
          code: "NOT_FOUND",
        });
    });
    return;
  }

  if (access !== "public") {
    it("is refused as for everyone who is not signed in", async () => {
      const { status, body } = await call(route, withCode(own, own.code_answer));
      expect({ status, code: (body as { code?: string }).code }).toEqual({
        status: errors.UNAUTHENTICATED.status,
        code: "UNAUTHENTICATED",
      });
    });
    return;
  }

  it("opens nothing that an unknown code does not open", async () => {
    const unknown = "3".repeat(own.code_answer.length);
    const [withLink, without] = [
      await call(route, withCode(own, own.code_answer)),
      await call(route, withCode(own, unknown)),
    ];
    expect(told(withLink)).toEqual(told(without));
  });
});
