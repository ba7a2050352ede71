import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api, type Route } from "#contract/index.ts";
import { limits } from "#contract/limits.ts";
import { readsCode } from "#server/platform/http/code-lookups.ts";
import { type TestApp, testApp } from "../app.ts";
import { TestClient } from "../client.ts";

/* Each caller has an address of its own by the proxy's header, so that none uses up another's misses. The limit is the
 * product's own; calls themselves are allowed in large numbers. */
let app: TestApp;
let code = "";
beforeAll(async () => {
  // A clock within the same minute.
  const clock = { now: () => new Date("2026-03-01T08:00:30Z") };
  app = await testApp({ environment: { TRUST_PROXY: "127.0.0.1" }, rateFactor: 1, clock });
  const owner = await app.as(await app.user({ role: "administrator" }));
  const { id } = await owner.call("POST /api/projects", { body: { name: "Shown" } });
  const body = { id_project: id, name: "Walk", visit_date: "2026-02-01T08:00:00Z" };
  ({ code } = await owner.call("POST /api/visits", { body }));
});
afterAll(() => app.close());

const from = (address: string) => (path: string) =>
  fetch(new URL(path, app.origin), { headers: { "x-forwarded-for": address } });
const unknown = (at: number) => `unknown${String(at).padStart(4, "0")}`;

/** Uses up the misses of a network by three kinds of call and page, in turn. */
async function guess(get: ReturnType<typeof from>, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const ways = [
      `/viewer/${unknown(at)}`,
      `/api/viewer-visit?code=${unknown(at)}`,
      `/video/${unknown(at)}`,
      `/api/live-streaming/playback-urls?id=${unknown(at)}`,
    ];
    const { status } = await get(ways[at % ways.length] ?? "");
    statuses.push(status);
  }
  return statuses;
}

describe("lookups of unknown codes", () => {
  it("are counted together over calls and pages, and refused after twenty in a minute, including valid codes", async () => {
    const get = from("203.0.113.7");
    expect((await get(`/viewer/${code}`)).status).toBe(200);
    const statuses = await guess(get, limits.share.misses + 8);
    expect(statuses.slice(0, limits.share.misses)).not.toContain(429);
    expect(statuses.slice(-4)).toEqual([429, 429, 429, 429]);
    const page = await get(`/viewer/${code}`);
    expect(page.status).toBe(429);
    expect(page.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await page.text()).toContain("Please wait a minute");
    // The neighbour in the same /24 is the same network; the next /24 is not.
    expect((await from("203.0.113.250")(`/viewer/${code}`)).status).toBe(429);
    expect((await from("203.0.114.7")(`/viewer/${code}`)).status).toBe(200);
  });

  it("of IPv6 are counted by /64", async () => {
    await guess(from("2001:db8:1:2::1"), limits.share.misses + 1);
    expect((await from("2001:db8:1:2:ffff::9")(`/viewer/${code}`)).status).toBe(429);
    expect((await from("2001:db8:1:3::1")(`/viewer/${code}`)).status).toBe(200);
  });

  it("by guests do not lock out a signed-in user of the same network, who has a count of their own", async () => {
    const address = "198.51.100.4";
    const person = await app.user();
    const client = new TestClient(app.origin);
    await client.call("POST /api/login", {
      body: { username_l: person.name, password_l: "correct horse battery" },
    });
    await guess(from(address), limits.share.misses + 1);
    const get = (path: string) =>
      fetch(new URL(path, app.origin), { headers: { "x-forwarded-for": address, cookie: client.cookie() } });
    expect((await get(`/viewer/${code}`)).status).toBe(200);
    await guess(get, limits.share.misses + 1);
    expect((await get(`/viewer/${code}`)).status).toBe(429);
  });

  it("are distinguished from other calls by the contract alone", () => {
    const asked = (route: Route, part: Partial<Record<"params" | "query" | "body", unknown>>) =>
      readsCode(api[route])({ params: {}, query: {}, body: {}, ...part });
    expect(asked("GET /api/users/code/{code}", { params: { code: "usr2345671" } })).toBe(true);
    expect(asked("GET /api/live-streaming/playback-urls", { query: { id: "abcdefghjk" } })).toBe(true);
    expect(asked("GET /api/projects", { query: { search: "abcdefghjk" } })).toBe(false);
    expect(asked("GET /api/visits/{id}/access-logs", { params: { id: "12" } })).toBe(false);
  });
});
