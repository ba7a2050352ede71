import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mayBegin, somebody } from "#test/people.ts";
import { session } from "#web/lib/session.ts";
import { keepUser, restoreUser } from "#web/lib/stored-user.ts";
import { takeNotice } from "./session-notice.ts";
import { readUser, renewSettings } from "./set-up.ts";

const hour = 3_600_000;
let asked: string[] = [];
let answer: () => Response | Promise<Response>;

const ok = (data: unknown) => () => Response.json({ data });
const refused = (status: number, code: string) => () =>
  Response.json({ status: "error", code, message: "" }, { status });

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  sessionStorage.clear();
  session.setUser(undefined);
  session.setTrouble(null);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    asked.push(`${init?.method ?? "GET"} ${url as string}`);
    return answer();
  });
});
afterEach(() => {
  history.replaceState(null, "", "/");
  session.setUser(undefined);
  session.setSettings(null);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("the signed-in user when a page starts", () => {
  it("is the one delivered with the page; no request is made, and the browser stores them", async () => {
    session.setUser(somebody);
    await readUser();
    expect([session.user(), asked]).toEqual([somebody, []]);
    expect(JSON.parse(localStorage.getItem("user") ?? "")).toMatchObject({ id: somebody.id });
  });

  it("is none when the page was delivered for a guest, whatever user was stored", async () => {
    keepUser(somebody);
    session.setUser(null);
    await readUser();
    expect([session.user(), localStorage.getItem("user"), asked]).toEqual([null, null, []]);
  });

  it("is the one the server returns, where the page has none", async () => {
    answer = ok(somebody);
    await readUser();
    expect(session.user()).toEqual(somebody);
    expect(asked).toEqual(["GET /api/user"]);
  });

  it("is none after a 401, and all their stored data is removed, without a message", async () => {
    answer = refused(401, "UNAUTHENTICATED");
    keepUser(somebody);
    localStorage.setItem("rememberMe", "true");
    localStorage.setItem("app-language", "ar");
    await readUser();
    expect(session.user()).toBeNull();
    expect(Object.keys(localStorage)).toEqual(["app-language"]);
    expect(takeNotice()).toBeNull();
  });

  it("sees the reason on the sign-in page when their session was ended", async () => {
    answer = refused(401, "SESSION_TERMINATED");
    await readUser();
    expect(takeNotice()).toBe("terminated");
  });

  it("is restored from the stored record while the server is unreachable, for an hour, without permissions", async () => {
    answer = () => Promise.reject(new TypeError("Failed to fetch"));
    keepUser({ ...somebody, role: "super_admin", can: mayBegin({ administer: true }) });
    vi.setSystemTime(Date.now() + hour - 1000);
    await readUser();
    expect(session.user()).toMatchObject({
      id: somebody.id,
      username: somebody.username,
      email: "",
      can: mayBegin({ create_project: false, autodesk: false, api: false }),
    });
    expect(session.trouble()).toMatchObject({ code: "NETWORK" });
  });

  it("is not restored after more than an hour, nor from an invalid record", async () => {
    answer = () => Promise.reject(new TypeError("Failed to fetch"));
    keepUser(somebody);
    vi.setSystemTime(Date.now() + hour + 1000);
    await expect(readUser()).rejects.toMatchObject({ code: "NETWORK" });
    for (const text of ["{", "null", '"x"', '{"id":"1"}']) {
      localStorage.setItem("user", text);
      await expect(readUser()).rejects.toMatchObject({ code: "NETWORK" });
    }
  });

  it("is not stored longer by having been restored: only the server confirms", async () => {
    answer = () => Promise.reject(new TypeError("Failed to fetch"));
    keepUser(somebody);
    const kept = localStorage.getItem("user");
    vi.setSystemTime(Date.now() + hour - 1000);
    await readUser();
    expect(localStorage.getItem("user")).toBe(kept);
  });

  it("without a connection is the one stored in the browser for seven days, unless their session would have expired", () => {
    keepUser(somebody);
    const after = (passed: number) => {
      vi.setSystemTime(began + passed);
      return restoreUser({ isWithoutConnection: true })?.id ?? null;
    };
    const began = Date.now();
    expect([after(7 * 24 * hour - 1000), after(7 * 24 * hour + 1000)]).toEqual([somebody.id, null]);
    // The browser was closed: session cookies are gone.
    document.cookie = "app-here=; path=/; max-age=0";
    expect([after(hour - 1000), after(hour + 1000)]).toEqual([somebody.id, null]);
    localStorage.setItem("rememberMe", "true");
    expect(after(hour + 1000)).toBe(somebody.id);
  });

  it("is none after a sign-out here, even when the server is notified only now", async () => {
    answer = ok({});
    localStorage.setItem("logout_pending", "1");
    session.setUser(somebody);
    await readUser();
    expect([session.user(), asked]).toEqual([null, ["POST /api/logout"]]);
    expect(localStorage.getItem("logout_pending")).toBeNull();
  });

  it("is loaded on the sign-in page after a sign-out: the page may be older than the sign-out", async () => {
    history.replaceState(null, "", "/login?logged_out=true");
    answer = refused(401, "UNAUTHENTICATED");
    session.setUser(somebody);
    await readUser();
    expect([session.user(), asked]).toEqual([null, ["GET /api/user"]]);
  });
});

describe("settings", () => {
  it("are valid for an hour, and are reloaded after it", async () => {
    answer = ok({ website_name: "Renamed" });
    const stop = renewSettings();
    await vi.advanceTimersByTimeAsync(hour - 1000);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual(["GET /api/settings"]);
    expect(session.settings()?.website_name).toBe("Renamed");
    stop();
  });
});
