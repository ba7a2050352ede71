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

describe("who is signed in when a page starts", () => {
  it("is whom the page came with; nobody is asked, and the browser remembers him", async () => {
    session.setUser(somebody);
    await readUser();
    expect([session.user(), asked]).toEqual([somebody, []]);
    expect(JSON.parse(localStorage.getItem("user") ?? "")).toMatchObject({ id: somebody.id });
  });

  it("is nobody when the page came for a guest, whoever was remembered", async () => {
    keepUser(somebody);
    session.setUser(null);
    await readUser();
    expect([session.user(), localStorage.getItem("user"), asked]).toEqual([null, null, []]);
  });

  it("is whom the server names, where the page says nothing", async () => {
    answer = ok(somebody);
    await readUser();
    expect(session.user()).toEqual(somebody);
    expect(asked).toEqual(["GET /api/user"]);
  });

  it("is nobody after a 401, and all that was kept of him is gone, without a word", async () => {
    answer = refused(401, "UNAUTHENTICATED");
    keepUser(somebody);
    localStorage.setItem("rememberMe", "true");
    localStorage.setItem("app-language", "ar");
    await readUser();
    expect(session.user()).toBeNull();
    expect(Object.keys(localStorage)).toEqual(["app-language"]);
    expect(takeNotice()).toBeNull();
  });

  it("is told at the door when somebody has ended his session", async () => {
    answer = refused(401, "SESSION_TERMINATED");
    await readUser();
    expect(takeNotice()).toBe("terminated");
  });

  it("is restored from the stored record while the server is out of reach, for an hour, with no rights", async () => {
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

  it("is not restored after more than an hour, nor from what is no record", async () => {
    answer = () => Promise.reject(new TypeError("Failed to fetch"));
    keepUser(somebody);
    vi.setSystemTime(Date.now() + hour + 1000);
    await expect(readUser()).rejects.toMatchObject({ code: "NETWORK" });
    for (const text of ["{", "null", '"x"', '{"id":"1"}']) {
      localStorage.setItem("user", text);
      await expect(readUser()).rejects.toMatchObject({ code: "NETWORK" });
    }
  });

  it("is not kept longer by having been restored: only the server confirms", async () => {
    answer = () => Promise.reject(new TypeError("Failed to fetch"));
    keepUser(somebody);
    const kept = localStorage.getItem("user");
    vi.setSystemTime(Date.now() + hour - 1000);
    await readUser();
    expect(localStorage.getItem("user")).toBe(kept);
  });

  it("without a connection is whom the browser remembers for seven days, if his session would not be over", () => {
    keepUser(somebody);
    const after = (passed: number) => {
      vi.setSystemTime(began + passed);
      return restoreUser({ isWithoutConnection: true })?.id ?? null;
    };
    const began = Date.now();
    expect([after(7 * 24 * hour - 1000), after(7 * 24 * hour + 1000)]).toEqual([somebody.id, null]);
    // The browser was closed: what ended with it is gone.
    document.cookie = "app-here=; path=/; max-age=0";
    expect([after(hour - 1000), after(hour + 1000)]).toEqual([somebody.id, null]);
    localStorage.setItem("rememberMe", "true");
    expect(after(hour + 1000)).toBe(somebody.id);
  });

  it("is nobody once he has signed out here, also when only now the server hears of it", async () => {
    answer = ok({});
    localStorage.setItem("logout_pending", "1");
    session.setUser(somebody);
    await readUser();
    expect([session.user(), asked]).toEqual([null, ["POST /api/logout"]]);
    expect(localStorage.getItem("logout_pending")).toBeNull();
  });

  it("is asked about at the door of those who signed out: the page may be older than the sign-out", async () => {
    history.replaceState(null, "", "/login?logged_out=true");
    answer = refused(401, "UNAUTHENTICATED");
    session.setUser(somebody);
    await readUser();
    expect([session.user(), asked]).toEqual([null, ["GET /api/user"]]);
  });
});

describe("settings", () => {
  it("are good for an hour, and asked for anew after it", async () => {
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
