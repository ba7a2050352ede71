import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { freshSettings } from "#test/settings.ts";
import { soon } from "#test/soon.ts";
import { call } from "./client.ts";
import { checkConnection, isOnline, onConnection, watchConnection } from "./connectivity.ts";
import { session } from "./session.ts";
import { readActivity, writeActivity } from "./shared-activity.ts";

const outside = "https://trace.example/cdn-cgi/trace";
type Reply = () => Promise<Response>;

const ours: Reply = async () => new Response(null, { status: 204, headers: { "x-sitewalk": "here" } });
const dead: Reply = () => Promise.reject(new TypeError("Failed to fetch"));
const status =
  (code: number): Reply =>
  async () =>
    new Response("<html>Sign in to the hotel</html>", { status: code });

let own: Reply;
let other: Reply;
let asked: { url: string; init: RequestInit; at: number }[];
let stop: () => void;
const began = Date.parse("2026-11-20T08:00:00Z");
const timesOf = (url: string) => asked.filter((one) => one.url === url).map(({ at }) => at);
let isHidden = false;

/** Never answers, until the page aborts the request. */
const stalled = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) =>
    signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError"))),
  );
let isStalled = false;

beforeEach(() => {
  vi.useFakeTimers({ now: began });
  [own, other, asked, isStalled] = [ours, dead, [], false];
  isHidden = false;
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init = {}) => {
    const url = input instanceof Request ? input.url : input.toString();
    asked.push({ url, init, at: Date.now() - began });
    if (isStalled) return stalled(init.signal);
    return url === outside ? other() : own();
  });
  session.setSettings({ ...freshSettings() });
  stop = watchConnection();
});
afterEach(() => {
  stop();
  session.setSettings(null);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe("the connection", () => {
  it("is checked every ten seconds while there is one, and every five while there is none", async () => {
    await pass(30_000);
    expect(timesOf("/api/reachable")).toEqual([10_000, 20_000, 30_000]);
    own = dead;
    await pass(10_000);
    expect(isOnline()).toBe(false);
    await pass(10_000);
    expect(timesOf("/api/reachable").slice(3)).toEqual([40_000, 45_000, 50_000]);
  });

  it("is checked by HEAD, without cookies and past every cache, and does not count as activity", async () => {
    writeActivity({ at: began - 60_000, span: 240_000 });
    await pass(10_000);
    expect(asked[0]?.init).toMatchObject({ method: "HEAD", credentials: "omit", cache: "no-store" });
    expect(readActivity()).toEqual({ at: began - 60_000, span: 240_000 });
  });

  it("counts as lost when no answer comes within five seconds", async () => {
    isStalled = true;
    await pass(14_900);
    expect(isOnline()).toBe(true);
    await pass(200);
    expect(isOnline()).toBe(false);
  });

  it("is not lost because the page itself was busy or asleep: a late timer is one short wait", async () => {
    let answered: (reply: Response) => void = () => undefined;
    own = () => new Promise((resolve) => (answered = resolve));
    const ticks: (() => void)[] = [];
    vi.spyOn(globalThis, "setInterval").mockImplementation(((tick: () => void) => ticks.push(tick)) as never);
    const checked = checkConnection();
    vi.setSystemTime(began + 60_000);
    ticks[0]?.();
    expect(asked[0]?.init.signal?.aborted).toBe(false);
    answered(await ours());
    expect(await checked).toBe(true);
    // No answer in all the time in which one could have been heard.
    void checkConnection();
    for (let waits = 0; waits < 20; waits += 1) ticks[1]?.();
    expect(asked[1]?.init.signal?.aborted).toBe(true);
    expect(ticks).toHaveLength(2);
  });

  it("is not checked by a hidden page, and at once by one that becomes visible after a while", async () => {
    isHidden = true;
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(60_000);
    expect(asked).toEqual([]);
    isHidden = false;
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(1);
    expect(timesOf("/api/reachable")).toEqual([60_000]);
  });

  it.each([200, 302, 511])("is not confirmed by a captive portal: %i", async (code) => {
    own = status(code);
    expect(await checkConnection()).toBe(false);
  });

  it.each([404, 502, 503])("is confirmed by a server with an error of its own: %i", async (code) => {
    own = status(code);
    expect(await checkConnection()).toBe(true);
  });
});

describe("with an external address", () => {
  beforeEach(() => session.setSettings({ ...freshSettings(), connectivity_url: outside }));

  it("checks both, and either one is enough", async () => {
    expect(await checkConnection()).toBe(true);
    expect(asked.map(({ url }) => url)).toEqual(["/api/reachable", outside]);
    [own, other] = [dead, async () => Response.error()];
    expect(await checkConnection()).toBe(true);
    other = dead;
    expect(await checkConnection()).toBe(false);
  });

  it("learns only that there is an answer", async () => {
    await checkConnection();
    expect(asked[1]?.init).toMatchObject({
      method: "HEAD",
      mode: "no-cors",
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
  });
});

describe("an unstable connection", () => {
  it("shows nothing while it flickers: only an answer, or none, decides", async () => {
    const changes = vi.fn();
    const unfollow = onConnection(changes);
    for (let times = 0; times < 5; times += 1) {
      dispatchEvent(new Event("offline"));
      await pass(50);
      dispatchEvent(new Event("online"));
      await pass(50);
    }
    expect([isOnline(), changes.mock.calls.length]).toEqual([true, 0]);
    unfollow();
  });

  it("is noticed at once by the browser's event and by a failed call", async () => {
    own = dead;
    dispatchEvent(new Event("offline"));
    await pass(1);
    expect(isOnline()).toBe(false);
    own = ours;
    dispatchEvent(new Event("online"));
    await pass(1);
    expect(isOnline()).toBe(true);
    own = dead;
    await call("GET /api/user").catch(() => undefined);
    await pass(1);
    expect(isOnline()).toBe(false);
  });

  it("is checked again when the browser's event comes during a check that began before it", async () => {
    own = dead;
    await checkConnection();
    expect(isOnline()).toBe(false);
    // Begun without a connection, and answered by nothing.
    own = () => new Promise((_, reject) => setTimeout(() => reject(new TypeError("Failed to fetch")), 1000));
    void checkConnection();
    await pass(500);
    own = ours;
    dispatchEvent(new Event("online"));
    await pass(600);
    expect(isOnline()).toBe(true);
  });

  it("is back as soon as any call succeeds", async () => {
    own = dead;
    await checkConnection();
    own = async () => Response.json({ data: {} });
    await call("GET /api/user");
    expect(isOnline()).toBe(true);
  });

  it("is not back because the answer to an earlier call is read late", async () => {
    let answer: (reply: Response) => void = () => undefined;
    own = () => new Promise((resolve) => (answer = resolve));
    const early = call("GET /api/user");
    await pass(10);
    own = dead;
    await checkConnection();
    expect(isOnline()).toBe(false);
    answer(Response.json({ data: {} }));
    await early;
    await pass(10);
    expect(isOnline()).toBe(false);
  });

  it("counts as recently lost for three seconds", async () => {
    const { useConnection } = await import("./connectivity.ts");
    const { renderHook } = await import("@testing-library/react");
    const { result } = renderHook(() => useConnection());
    own = dead;
    await checkConnection();
    own = ours;
    await checkConnection();
    await soon(() => expect(result.current).toEqual({ isOnline: true, wasOffline: true }));
    await pass(2900);
    expect(result.current.wasOffline).toBe(true);
    await pass(200);
    expect(result.current.wasOffline).toBe(false);
  });
});
