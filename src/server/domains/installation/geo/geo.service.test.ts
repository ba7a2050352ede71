import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { type GeocoderService, startGeocoder } from "#test/geocoder-service/server.ts";
import { createGeoRepository } from "./geo.repository.ts";
import { createGeo, type GeoOptions } from "./geo.service.ts";
import { createGeocoderQueue } from "./geocoder-queue.ts";

let database: TestDatabase;
let geocoder: GeocoderService;
let logged: unknown[];

beforeAll(async () => {
  [database, geocoder] = await Promise.all([testDatabase(), startGeocoder({ patience: 6000 })]);
});
afterAll(async () => {
  await Promise.all([database.drop(), geocoder.close()]);
});
beforeEach(async () => {
  Object.assign(geocoder, { mood: "well", retryAfter: undefined });
  geocoder.asked.length = 0;
  logged = [];
  await database.db.deleteFrom("geo_addresses").execute();
  await database.db
    .updateTable("geo_turns")
    .set({ next_at: new Date(0), paused_until: new Date(0), failures: 0 })
    .execute();
});

const process = (options: Partial<GeoOptions> = {}) =>
  createGeo({
    db: database.db,
    log: { warn: (fields: unknown) => void logged.push(fields) },
    server: () => geocoder.origin,
    userAgent: "Sitewalk/2.1 (https://site.example)",
    pause: 20,
    ...options,
  });
const at = (latitude: number, longitude = 46.6753) => ({ latitude, longitude, zoom: 18, language: "en" });
const pausedFor = async () => {
  const row = await database.db.selectFrom("geo_turns").select("paused_until").executeTakeFirstOrThrow();
  return row.paused_until.getTime() - Date.now();
};

describe("an address", () => {
  it("is requested by Nominatim's rules, with this platform's name, in the caller's language", async () => {
    const answer = await process().reverse({ ...at(24.7136), language: "ar" });
    expect(answer).toMatchObject({ found: { display_name: "شارع 24.7136، الحي 46.6753، الرياض" } });
    const [asked] = geocoder.asked;
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      format: "json",
      lat: "24.7136",
      lon: "46.6753",
      zoom: "18",
      addressdetails: "1",
    });
    expect(asked?.headers["user-agent"]).toBe("Sitewalk/2.1 (https://site.example)");
    expect(geocoder.faults).toEqual([]);
  });

  it("is cached for everyone by five decimals, and by language", async () => {
    await process().reverse(at(24.713604));
    await process().reverse(at(24.713598));
    expect(geocoder.asked).toHaveLength(1);
    await process().reverse({ ...at(24.7136), language: "ar" });
    expect(geocoder.asked).toHaveLength(2);
  });

  it("is requested again after thirty days, and deleted then", async () => {
    const geo = process();
    await geo.reverse(at(24.1));
    const age = (days: number) =>
      database.db
        .updateTable("geo_addresses")
        .set({ fetched_at: new Date(Date.now() - days * 86_400_000) })
        .execute();
    await age(29);
    await geo.prune();
    await geo.reverse(at(24.1));
    expect(geocoder.asked).toHaveLength(1);
    await age(31);
    await geo.reverse(at(24.1));
    expect(geocoder.asked).toHaveLength(2);
    await age(31);
    await geo.prune();
    expect(await database.db.selectFrom("geo_addresses").selectAll().execute()).toEqual([]);
  });

  it("that was not found is cached, too, and is no failure", async () => {
    geocoder.mood = "unknown";
    expect(await process().reverse(at(0.5))).toEqual({ found: null });
    expect(await process().reverse(at(0.5))).toEqual({ found: null });
    expect(geocoder.asked).toHaveLength(1);
    expect(logged).toEqual([]);
  });

  it("of one point is requested once, however many callers need it at the same moment", async () => {
    const geo = process();
    const answers = await Promise.all(Array.from({ length: 20 }, () => geo.reverse(at(24.2))));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(geocoder.asked).toHaveLength(1);
  });

  it("of one point is requested once, also when two processes need it at the same moment", async () => {
    await Promise.all([process({ pause: 100 }).reverse(at(24.3)), process({ pause: 100 }).reverse(at(24.3))]);
    expect(geocoder.asked).toHaveLength(1);
  });

  it("is never requested where no service is set", async () => {
    expect(await process({ server: () => "" }).reverse(at(24.4))).toEqual({ trouble: "off" });
    expect(geocoder.asked).toEqual([]);
  });
});

describe("request slots", () => {
  /** A queue with its own clock, whose timers fire early: delays of a busy machine are not under test. */
  function queueOf(pause: number) {
    let time = 0;
    const wait = async (milliseconds: number) => {
      time += milliseconds * 0.7;
    };
    const queue = createGeocoderQueue(createGeoRepository(database.db), {
      pause,
      most: 50,
      now: () => time,
      wait,
    });
    /** Takes this many slots at once. @returns when each was granted, in milliseconds */
    return async (turns: number): Promise<number[]> => {
      const granted: number[] = [];
      const turn = () => queue(async () => undefined).then(() => granted.push(time));
      await Promise.all(Array.from({ length: turns }, turn));
      return granted;
    };
  }
  const isSpaced = (times: readonly number[], pause: number) =>
    times.slice(1).every((time, index) => time - (times[index] ?? 0) >= pause);

  it("limit twenty callers in two processes to one request per pause", async () => {
    const pause = 100;
    const began = Date.now();
    const both = await Promise.all([queueOf(pause)(10), queueOf(pause)(10)]);
    for (const times of both) expect(isSpaced(times, pause)).toBe(true);
    // The database granted the slots of both one after the other.
    const { next_at } = await database.db.selectFrom("geo_turns").select("next_at").executeTakeFirstOrThrow();
    expect(next_at.getTime() - began).toBeGreaterThanOrEqual(20 * pause);
  });

  it("of one process are never closer than the pause", async () => {
    const times = await queueOf(100)(8);
    expect(times).toHaveLength(8);
    expect(isSpaced(times, 100)).toBe(true);
  });

  it("are limited: callers beyond the limit are refused at once", async () => {
    const geo = process({ pause: 1200, waiting: 3 });
    // Has had its slot: all the others wait for theirs.
    await geo.reverse(at(27.5));
    const began = performance.now();
    const refused: number[] = [];
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, person) => {
        const answer = await geo.reverse(at(27 + person / 100));
        if ("trouble" in answer) refused.push(performance.now() - began);
        return answer;
      }),
    );
    expect(answers.filter((answer) => "found" in answer)).toHaveLength(3);
    expect(refused).toHaveLength(5);
  });
});

describe("a failing service", () => {
  it.each([
    ["busy", "It responded with 429: too many requests, or this platform is blocked."],
    ["blocked", "It responded with 403: too many requests, or this platform is blocked."],
    ["html", "The response is not that of a Nominatim server."],
    ["broken", "It responded with 502 instead of an address."],
    ["moved", "It responded with 302 instead of an address."],
    ["huge", "Its response is far too large."],
  ] as const)("is logged, and callers lose only the address: %s", async (mood, reason) => {
    geocoder.mood = mood;
    expect(await process().reverse(at(28))).toEqual({ trouble: "unreachable" });
    expect(logged).toEqual([{ reason }]);
    expect(geocoder.asked).toHaveLength(1);
    expect(await database.db.selectFrom("geo_addresses").selectAll().execute()).toEqual([]);
  });

  it("is abandoned after a timeout", async () => {
    geocoder.mood = "slow";
    const began = performance.now();
    expect(await process({ patience: 200 }).reverse(at(28))).toEqual({ trouble: "unreachable" });
    expect(performance.now() - began).toBeLessThan(3000);
    expect(logged).toHaveLength(1);
  });

  it("is paused for a minute after 429, by every process and by callers already waiting", async () => {
    geocoder.mood = "busy";
    const geo = process({ pause: 50 });
    const answers = await Promise.all([geo.reverse(at(29)), geo.reverse(at(29.1)), geo.reverse(at(29.2))]);
    expect(answers.every((answer) => "trouble" in answer)).toBe(true);
    const asked = geocoder.asked.length;
    expect(asked).toBeLessThan(3);
    expect(await pausedFor()).toBeGreaterThan(50_000);
    geocoder.mood = "well";
    expect(await process().reverse(at(29.3))).toEqual({ trouble: "busy" });
    expect(geocoder.asked).toHaveLength(asked);
  });

  it("sets the length of its own pause, up to an hour", async () => {
    Object.assign(geocoder, { mood: "busy", retryAfter: 600 });
    await process().reverse(at(30));
    expect(await pausedFor()).toBeGreaterThan(590_000);
    await database.db
      .updateTable("geo_turns")
      .set({ paused_until: new Date(0), failures: 0 })
      .execute();
    geocoder.retryAfter = 1_000_000;
    await process().reverse(at(30));
    expect(await pausedFor()).toBeLessThanOrEqual(3_600_000);
  });

  it("is called again after a pause that grows with each failure and resets after a success", async () => {
    const geo = process({ rests: { refused: 400, failed: 400 } });
    const wake = () =>
      database.db
        .updateTable("geo_turns")
        .set({ paused_until: new Date(0) })
        .execute();
    geocoder.mood = "broken";
    await geo.reverse(at(31));
    expect(await pausedFor()).toBeLessThanOrEqual(400);
    await wake();
    await geo.reverse(at(31));
    expect(await pausedFor()).toBeGreaterThan(400);
    await wake();
    geocoder.mood = "well";
    expect(await geo.reverse(at(31))).toHaveProperty("found");
    const { failures } = await database.db
      .selectFrom("geo_turns")
      .select("failures")
      .executeTakeFirstOrThrow();
    expect(failures).toBe(0);
  });

  it("is never called at a cloud metadata address", async () => {
    const geo = process({ server: () => "http://169.254.169.254/" });
    expect(await geo.reverse(at(32))).toEqual({ trouble: "unreachable" });
    expect(logged).toEqual([{ reason: "The name resolves to an address that is not allowed." }]);
  });
});
