import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import { textsOf } from "#web/lib/all-texts.ts";
import { call } from "#web/lib/client.ts";
import { translate } from "#web/lib/i18n.ts";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";
import { serveToasts } from "#web/lib/toasts.ts";
import { createTranslate } from "#web/lib/translate.ts";
import { takeRedirect } from "./after-login.ts";
import { signedInOnly, superAdminsOnly } from "./guards.ts";
import { forgetSession, watchSessionEnd } from "./session-end.ts";

const person = { id: 1, username: "site", role: "user", super_admin: false } as CurrentUser;

let code = "UNAUTHENTICATED";
let toasts: string[] = [];
let stops: (() => void)[] = [];
/** Where the page went: jsdom itself goes nowhere. */
let gone: string[] = [];

function standAt(address: string): void {
  const { pathname, search } = new URL(address, "http://localhost");
  vi.stubGlobal("location", { pathname, search, assign: (path: string) => void gone.push(path) });
}

beforeEach(async () => {
  vi.useFakeTimers();
  translate.set(createTranslate("en", await textsOf("en")));
  code = "UNAUTHENTICATED";
  [toasts, gone] = [[], []];
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({ status: "error", code, message: "" }, { status: 401 }),
  );
  session.setUser(person);
  standAt("/projects?page=2");
  stops = [watchSessionEnd(), serveToasts(({ title, text }) => toasts.push(`${title} / ${text}`))];
});
afterEach(() => {
  for (const stop of stops) stop();
  session.setUser(undefined);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const meet401 = () => call("GET /api/projects", {}, { toast: false }).catch(() => undefined);
const fromAnotherTab = (key: string, newValue: string) =>
  dispatchEvent(new StorageEvent("storage", { key, newValue }));

describe("a session that the server no longer knows", () => {
  it("ends here at once, and half a second later the page is /login", async () => {
    queryClient.setQueryData(["projects"], [{ id: 1 }]);
    await meet401();
    expect(session.user()).toBeNull();
    expect(queryClient.getQueryData(["projects"])).toBeUndefined();
    await vi.advanceTimersByTimeAsync(499);
    expect(gone).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(gone).toEqual(["/login?logged_out=true"]);
  });

  it("says so once, however many calls meet it", async () => {
    await Promise.all([meet401(), meet401(), meet401()]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(toasts).toEqual([
      "Authentication Required / Your session has expired. Please log in to continue.",
    ]);
    expect(gone).toHaveLength(1);
  });

  it("is called terminated when somebody ended it", async () => {
    code = "SESSION_TERMINATED";
    await meet401();
    expect(toasts).toEqual(["Session Terminated / Your session has been terminated. Please log in again."]);
  });

  it("throws no guest off the page he looks at", async () => {
    session.setUser(null);
    await meet401();
    await vi.advanceTimersByTimeAsync(1000);
    expect([toasts, gone, localStorage.length]).toEqual([[], [], 0]);
  });

  it("leaves what outlives a session: language, direction, theme", async () => {
    for (const key of ["app-language", "app-direction", "app-theme"]) localStorage.setItem(key, "kept");
    await meet401();
    expect(["app-language", "app-direction", "app-theme"].map((key) => localStorage.getItem(key))).toEqual([
      "kept",
      "kept",
      "kept",
    ]);
  });
});

describe("the way back after signing in", () => {
  it("is where the session ended, path and query, once", async () => {
    await meet401();
    expect(takeRedirect()).toBe("/projects?page=2");
    expect(takeRedirect()).toBe("/dashboard");
  });

  it.each([
    "/login",
    "/register",
    "/forgot-password",
    "/reset-password",
    "/activate",
    "/activate/t0ken",
    "/recover",
  ])("is not %s", async (path) => {
    standAt(path);
    await meet401();
    expect(localStorage.getItem("redirectAfterLogin")).toBeNull();
  });

  it("is where a guest wanted to go", async () => {
    session.setUser(null);
    session.setSettings({} as never);
    const wanted = { location: { pathname: "/visits", searchStr: "?search=slab" } };
    await expect(signedInOnly(wanted)).rejects.toMatchObject({ options: { href: "/login" } });
    expect(takeRedirect()).toBe("/visits?search=slab");
    session.setSettings(null);
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/login?x=1",
  ])("is never %s", (kept) => {
    localStorage.setItem("redirectAfterLogin", kept);
    expect(takeRedirect()).toBe("/dashboard");
  });
});

describe("the tabs of one browser", () => {
  it("hear of a sign-out and follow to /login", () => {
    fromAnotherTab("app-session", "out 1");
    expect(session.user()).toBeNull();
    expect(gone).toEqual(["/login"]);
  });

  it("are told of this tab's", () => {
    forgetSession();
    expect(localStorage.getItem("app-session")).toMatch(/^out \d+$/);
  });

  it("do not mind each other's language or a sign-in", () => {
    fromAnotherTab("app-language", "ar");
    fromAnotherTab("app-session", "in 2");
    expect(session.user()).toBe(person);
    expect(gone).toEqual([]);
  });
});

describe("screens for super admins", () => {
  it("send everybody else to the dashboard", () => {
    for (const user of [person, { ...person, role: "administrator" as const }, null]) {
      session.setUser(user);
      expect(superAdminsOnly).toThrow(
        expect.objectContaining({ options: expect.objectContaining({ href: "/dashboard" }) }),
      );
    }
    session.setUser({ ...person, role: "super_admin", super_admin: true });
    expect(superAdminsOnly).not.toThrow();
  });
});
