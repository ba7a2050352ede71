import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { type GeocoderService, startGeocoder } from "#test/geocoder-service/server.ts";

let app: TestApp;
let geocoder: GeocoderService;
let admin: TestClient;
let member: TestClient;

beforeAll(async () => {
  geocoder = await startGeocoder();
  app = await testApp({ environment: { PUBLIC_URL: "https://site.example" } });
  admin = await app.as(await app.user({ role: "super_admin" }));
  member = await app.as(await app.user());
});
afterAll(async () => {
  await app.close();
  await geocoder.close();
});

const set = (body: object) => admin.call("PUT /api/settings", { body });
const ask = (lat: number, lon: number, query: object = {}) =>
  member.raw("GET /api/geo/reverse", { query: { lat, lon, ...query } });

describe("GET /api/geo/reverse", () => {
  it("says in words that no request is made while no service is set", async () => {
    const { status, body } = await ask(24.7136, 46.6753);
    expect(status).toBe(200);
    expect(body).toEqual({ error: "Address lookup is off", reason: "off" });
  });

  it("responds in the shape of Nominatim, in the caller's language, with this platform's name on the request", async () => {
    await set({ geocoder_url: `${geocoder.origin}/` });
    const { status, body } = await ask(24.7136, 46.6753);
    expect(status).toBe(200);
    expect(body).toEqual({
      lat: "24.7136",
      lon: "46.6753",
      display_name: "Street 24.7136, District 46.6753, Riyadh",
      address: { road: "Street 24.7136", city: "Riyadh", country_code: "sa" },
    });
    expect(geocoder.asked.at(-1)?.headers["user-agent"]).toMatch(
      /^Sitewalk\/[\d.]+ \(https:\/\/site\.example\)$/,
    );
    expect(geocoder.faults).toEqual([]);
  });

  it("omits the parts of an address on request, without calling the service again", async () => {
    const { body } = await ask(24.7136, 46.6753, { addressdetails: 0 });
    expect(body).toMatchObject({ display_name: "Street 24.7136, District 46.6753, Riyadh", address: {} });
    expect(geocoder.asked).toHaveLength(1);
  });

  it("returns 'Unable to geocode' with status 200 where there is no address", async () => {
    geocoder.mood = "unknown";
    const { status, body } = await ask(-1, 1);
    expect(status).toBe(200);
    expect(body).toEqual({ error: "Unable to geocode", reason: "nothing" });
  });

  it("responds without an error when the service is out of order", async () => {
    geocoder.mood = "broken";
    const { status, body } = await ask(-2, 2);
    expect(status).toBe(200);
    expect(body).toEqual({ error: "The address service does not respond", reason: "unreachable" });
  });

  it.each([
    [91, 0],
    [0, 181],
    ["north", 0],
  ])("refuses coordinates out of range: %s, %s", async (lat, lon) => {
    expect((await member.raw("GET /api/geo/reverse", { query: { lat, lon } })).status).toBe(422);
  });
});

describe("the image policy of the pages", () => {
  const policy = async () => {
    const { headers } = await fetch(`${app.origin}/login`);
    const text = headers.get("content-security-policy") ?? "";
    return text.split(";").find((part) => part.startsWith("img-src"));
  };

  it("lists the hosts of the map settings, each subdomain separately, and follows their changes", async () => {
    await set({
      basemap_url: "https://{s}.tiles.example:8443/{z}/{x}/{y}.png",
      basemap_subdomains: "ab",
      satellite_url: "http://sky.example/{z}/{x}/{y}",
    });
    expect(await policy()).toBe(
      "img-src 'self' data: blob: https://a.tiles.example:8443 https://b.tiles.example:8443 http://sky.example",
    );
    await set({ basemap_url: "", satellite_url: "" });
    expect((await policy())?.trim()).toBe("img-src 'self' data: blob:");
  });
});

describe("a test of the address service", () => {
  const test = () => admin.call("POST /api/settings/test-connection", { body: { service: "geocoder" } });
  const wake = () =>
    app.database.db
      .updateTable("geo_turns")
      .set({ paused_until: new Date(0), failures: 0 })
      .execute();

  it("requests an address, and reports failures", async () => {
    await wake();
    geocoder.mood = "well";
    expect(await test()).toMatchObject({ ok: true, detail: "It responds with an address." });
    geocoder.mood = "html";
    expect(await test()).toMatchObject({
      ok: false,
      detail: "The response is not that of a Nominatim server.",
    });
    expect(await test()).toMatchObject({
      ok: false,
      detail: "Paused after failures, or too many requests are waiting.",
    });
    await set({ geocoder_url: "" });
    expect(await test()).toMatchObject({ ok: false, detail: "No address is set." });
  });

  it.each(["nominatim.example.org", "ftp://nominatim.example.org", "http://"])(
    "is refused where the setting is no address: %s",
    async (geocoder_url) => {
      const reply = await admin.raw("PUT /api/settings", { body: { geocoder_url } });
      expect(reply).toMatchObject({
        status: 422,
        body: { errors: { geocoder_url: ["settings.service_invalid"] } },
      });
    },
  );
});
