import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import { textsOf } from "#web/lib/all-texts.ts";
import { call } from "#web/lib/client.ts";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";
import { serveToasts } from "#web/lib/toasts.ts";
import { createTranslate } from "#web/lib/translate.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { takeRedirect } from "./after-login.ts";
import { signedInOnly, superAdminsOnly } from "./guards.ts";
import { forgetSession, signOut, watchSessionEnd } from "./session-end.ts";
import { finishLogout } from "./session-logout.ts";
import { takeNotice } from "./session-notice.ts";
import { keepRememberMe, startSession } from "./session-start.ts";

const person = { id: 1, username: "site", role: "user", super_admin: false } as CurrentUser;

let code = "UNAUTHENTICATED";
let toasts: string[] = [];
let stops: (() => void)[] = [];
/** Where the page navigated to: jsdom itself does not navigate. */
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

const meet401 = () => call("GET /api/projects").catch(() => undefined);
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

  it("is reported once, however many calls are refused", async () => {
    await Promise.all([meet401(), meet401(), meet401()]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(toasts).toEqual([
      "Authentication Required / Your session has expired. Please log in to continue.",
    ]);
    expect(gone).toHaveLength(1);
  });

  it("is not assumed after a 401 from the Autodesk account", async () => {
    code = "AUTODESK_SIGN_IN";
    await expect(call("GET /api/autodesk/hubs")).rejects.toMatchObject({ status: 401 });
    expect(session.user()).toEqual(person);
    await vi.advanceTimersByTimeAsync(1000);
    expect(gone).toEqual([]);
  });

  it("is reported as terminated when it was ended by a user", async () => {
    code = "SESSION_TERMINATED";
    await meet401();
    expect(toasts).toEqual(["Session Terminated / Your session has been terminated. Please log in again."]);
  });

  it("does not redirect a guest from the page they are viewing", async () => {
    session.setUser(null);
    await meet401();
    await vi.advanceTimersByTimeAsync(1000);
    expect([toasts, gone, localStorage.length]).toEqual([[], [], 0]);
  });

  it("keeps values that outlive a session: language, direction, theme", async () => {
    for (const key of ["app-language", "app-direction", "app-theme"]) localStorage.setItem(key, "kept");
    await meet401();
    expect(["app-language", "app-direction", "app-theme"].map((key) => localStorage.getItem(key))).toEqual([
      "kept",
      "kept",
      "kept",
    ]);
  });
});

describe("the return path after sign-in", () => {
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
    "/2fa",
    "/setup-password",
  ])("is not %s", async (path) => {
    standAt(path);
    await meet401();
    expect(localStorage.getItem("redirectAfterLogin")).toBeNull();
  });

  it.each(["/login", "/activate/t0ken", "/2fa", "/setup-password", "/recover"])(
    "is not stored on %s: no one is redirected from there",
    async (path) => {
      standAt(path);
      await meet401();
      await vi.advanceTimersByTimeAsync(1000);
      expect(session.user()).toBeNull();
      expect(gone).toEqual([]);
    },
  );

  it("is the page a guest wanted to open", async () => {
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
    "/\t/evil.example",
    "/\n\\evil.example",
    "/activate/t0ken",
    "/2fa",
    "/login?x=1",
  ])("is never %s", (kept) => {
    localStorage.setItem("redirectAfterLogin", kept);
    expect(takeRedirect()).toBe("/dashboard");
  });
});

describe("the tabs of one browser", () => {
  const told = (type: string) => fromAnotherTab("auth_event", JSON.stringify({ type, at: 1 }));

  it("follow a sign-out in another tab to /login", () => {
    told("logout");
    expect(session.user()).toBeNull();
    expect(gone).toEqual(["/login?logged_out=true"]);
  });

  it("are notified of the sign-out of this tab", () => {
    forgetSession();
    expect(JSON.parse(localStorage.getItem("auth_event") ?? "")).toEqual({ type: "logout", at: Date.now() });
  });

  it("take over user changes that another tab has loaded, and do not announce them again", async () => {
    const renamed = { ...person, username: "renamed" };
    vi.mocked(fetch).mockImplementation(async () => Response.json({ data: renamed }));
    told("refresh");
    await vi.advanceTimersByTimeAsync(0);
    expect(session.user()).toEqual(renamed);
    expect(localStorage.getItem("auth_event")).toBeNull();
  });

  it("reload when another user has signed in", async () => {
    vi.mocked(fetch).mockImplementation(async () => Response.json({ data: { ...person, id: 2 } }));
    told("login");
    await vi.advanceTimersByTimeAsync(0);
    expect(gone).toEqual(["/projects?page=2"]);
  });

  it("ignore each other's language, and unknown messages", () => {
    fromAnotherTab("app-language", "ar");
    fromAnotherTab("auth_event", "out 1");
    told("coffee");
    expect(session.user()).toBe(person);
    expect(gone).toEqual([]);
  });
});

describe("the user stored in this browser", () => {
  const papers = { ...person, email: "manager@site.example", tax_id: "DE-1", street: "Quay 7", tel: "+1 2" };

  it("has a name and an avatar, and neither email address nor documents", () => {
    session.setUser(papers);
    const kept = localStorage.getItem("user") ?? "";
    expect(Object.keys(JSON.parse(kept) as object).toSorted()).toEqual(
      ["at", "id", "role", "username"].toSorted(),
    );
    expect(kept).not.toMatch(/site\.example|DE-1|Quay|\+1/);
  });

  it("is removed with the session, while values that outlive one are kept", async () => {
    startSession(person);
    keepRememberMe(true);
    localStorage.setItem("last_activity", "1 2");
    localStorage.setItem("of-some-screen", "seen");
    const outliving = [
      "app-language",
      "app-direction",
      "app-theme",
      "onboardingCompleted",
      "pwa-install-dismissed",
    ];
    for (const key of outliving) localStorage.setItem(key, "kept");
    await meet401();
    expect(Object.keys(localStorage).toSorted()).toEqual(
      [...outliving, "auth_event", "redirectAfterLogin"].toSorted(),
    );
  });

  it("includes the choice to stay signed in, except for the demo", () => {
    keepRememberMe(true);
    startSession(person);
    expect(localStorage.getItem("rememberMe")).toBe("true");
    expect(JSON.parse(localStorage.getItem("auth_event") ?? "")).toMatchObject({ type: "login" });
    startSession({ ...person, is_demo: true });
    expect(localStorage.getItem("rememberMe")).toBeNull();
  });
});

describe("signing out", () => {
  it("navigates to /login also when the server fails, and the next page repeats the request", async () => {
    vi.mocked(fetch).mockImplementation(async () => new Response("", { status: 500 }));
    localStorage.setItem("rememberMe", "true");
    await signOut();
    expect(gone).toEqual(["/login?logged_out=true"]);
    expect([localStorage.getItem("user"), localStorage.getItem("rememberMe")]).toEqual([null, null]);
    vi.mocked(fetch).mockImplementation(async () => Response.json({ data: {} }));
    expect(await finishLogout()).toBe(true);
    expect(vi.mocked(fetch).mock.calls.map(([url]) => url)).toEqual(["/api/logout", "/api/logout"]);
    expect(await finishLogout()).toBe(false);
  });

  it("is left to the page that is notifying the server, for as long as it may take", async () => {
    vi.mocked(fetch).mockReturnValue(new Promise(() => {}));
    void signOut();
    await vi.advanceTimersByTimeAsync(4000);
    expect(await finishLogout()).toBe(true);
    expect(fetch).toHaveBeenCalledTimes(1);
    vi.mocked(fetch).mockImplementation(async () => Response.json({ data: {} }));
    await vi.advanceTimersByTimeAsync(2000);
    expect(await finishLogout()).toBe(true);
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(await finishLogout()).toBe(false);
  });

  it("waits five seconds for a response, and no longer", async () => {
    // Not of the fake clock: the time limit of a call is the browser's own.
    vi.useRealTimers();
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const control = new AbortController();
      if (ms === 5000) setTimeout(() => control.abort(new DOMException("", "TimeoutError")), 5);
      return control.signal;
    });
    vi.mocked(fetch).mockImplementation(
      (_, init) =>
        new Promise((__, reject) =>
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error)),
        ),
    );
    await signOut();
    expect(gone).toEqual(["/login?logged_out=true"]);
  });
});

describe("the sign-in page", () => {
  it("shows once why the session ended", async () => {
    code = "SESSION_TERMINATED";
    await meet401();
    expect([takeNotice(), takeNotice()]).toEqual(["terminated", null]);
  });
});

describe("screens for super admins", () => {
  it("redirect all other users to the dashboard", () => {
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
