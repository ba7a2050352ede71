import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import { somebody } from "#test/people.ts";
import { quiet } from "#web/lib/client.ts";
import { keepAwake } from "#web/lib/keep-awake.ts";
import { session } from "#web/lib/session.ts";
import { upload } from "#web/lib/upload.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { says } from "#web/testing/say.ts";
import { takeRedirect } from "./after-login.ts";
import { InactivityWarning } from "./inactivity-warning.tsx";
import { watchInactivity } from "./inactivity-watch.ts";
import { watchSessionEnd } from "./session-end.ts";
import { takeNotice } from "./session-notice.ts";
import { startSession } from "./session-start.ts";

const minute = 60_000;
let stops: (() => void)[] = [];
/** Where the page navigated to: jsdom itself does not navigate. */
let gone: string[] = [];
let asked: string[] = [];

/** Opens the page, in English by default, for a user who did nothing else before. */
async function open(user: Partial<CurrentUser> = {}, language: "en" | "ar" = "en"): Promise<void> {
  session.setUser({ ...somebody, ...user });
  await renderIn(language, <InactivityWarning />);
  await act(async () => void stops.push(watchInactivity(), watchSessionEnd()));
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const warning = () => screen.queryByRole("alertdialog");
const focused = () => document.activeElement?.textContent;
const time = () => screen.getByRole("timer").textContent;
const press = async (name: string) => {
  await act(async () => screen.getByRole("button", { name }).click());
  await pass(0);
};

/** A value that another tab of this browser wrote. */
async function fromAnotherTab(key: string, newValue: string): Promise<void> {
  localStorage.setItem(key, newValue);
  await act(async () => void dispatchEvent(new StorageEvent("storage", { key, newValue })));
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  sessionStorage.clear();
  [gone, asked] = [[], []];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url) => {
    asked.push(url as string);
    return Response.json({ data: url === "/api/user" ? session.user() : {} });
  });
  vi.stubGlobal("location", {
    pathname: "/visits",
    search: "?search=slab",
    assign: (path: string) => void gone.push(path),
  });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  session.setUser(undefined);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("an inactive user", () => {
  it("is warned one warning period before the timeout: at 4:00 for five minutes and one", async () => {
    await open();
    await pass(4 * minute - 1000);
    expect(warning()).toBeNull();
    await pass(1000);
    const dialog = screen.getByRole("alertdialog", { name: "Session Timeout Warning" });
    expect(dialog.textContent).toContain("Your session will expire soon");
    expect(time()).toBe("01:00");
    await pass(1000);
    expect(time()).toBe("00:59");
  });

  it("is signed out at 5:00, on the server too, and returns to the same page after sign-in", async () => {
    await open();
    await pass(5 * minute - 1000);
    expect(gone).toEqual([]);
    expect(time()).toBe("00:01");
    await pass(1000);
    expect(session.user()).toBeNull();
    expect(asked).toContain("/api/logout");
    expect(gone).toEqual(["/login?logged_out=true"]);
    expect(takeNotice()).toBe("inactive");
    expect(takeRedirect()).toBe("/visits?search=slab");
    await pass(10 * minute);
    expect(gone, "once").toHaveLength(1);
  });

  it("is warned and signed out by the times of their own profile, and never when they switched it off", async () => {
    await open({ inactivity: { enabled: true, timeoutMinutes: 10, warningMinutes: 0.5 } });
    await pass(9.5 * minute - 1000);
    expect(warning()).toBeNull();
    await pass(1000);
    expect(time()).toBe("00:30");
    await act(async () =>
      session.setUser({ ...somebody, inactivity: { enabled: false, timeoutMinutes: 10, warningMinutes: 1 } }),
    );
    await pass(60 * minute);
    expect([warning(), gone]).toEqual([null, []]);
  });

  it("is watched on the demo account as well", async () => {
    await open({ is_demo: true });
    await pass(4 * minute);
    expect(warning()).not.toBeNull();
  });

  it("is not watched while signed out", async () => {
    await open();
    await act(async () => session.setUser(null));
    await pass(10 * minute);
    expect([warning(), gone]).toEqual([null, []]);
  });

  it("gets the warning in Arabic", async () => {
    await open({}, "ar");
    await pass(4 * minute);
    screen.getByRole("alertdialog", { name: says("ar")("shell.inactivity.title") });
    expect(focused()).toBe(says("ar")("shell.inactivity.extend"));
    expect(time()).toBe("01:00");
  });

  it("hears the remaining time at three moments, not every second", async () => {
    await open();
    await pass(4 * minute);
    const said = new Set<string | null>();
    for (let second = 0; second < 59; second++) {
      said.add(screen.getByRole("status").textContent);
      await pass(1000);
    }
    expect([...said]).toEqual(["60 seconds left", "30 seconds left", "10 seconds left"]);
    expect(screen.getByRole("timer").getAttribute("aria-live")).toBe("off");
  });
});

describe("activity", () => {
  it.each([
    "mousemove",
    "mousedown",
    "keydown",
    "wheel",
    "scroll",
    "touchstart",
    "touchmove",
    "click",
    "focus",
    "input",
    "change",
  ])("is %s, anywhere on the page", async (sign) => {
    await open();
    await pass(3 * minute);
    fireEvent(document.body, new Event(sign));
    await pass(4 * minute - 1000);
    expect(warning()).toBeNull();
    await pass(1000);
    expect(warning()).not.toBeNull();
  });

  it("has no effect once the warning is shown: only its own button has", async () => {
    await open();
    await pass(4 * minute);
    for (const sign of ["mousemove", "keydown", "click", "scroll"]) fireEvent(document.body, new Event(sign));
    await pass(1000);
    expect(time()).toBe("00:59");
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    await pass(1000);
    expect(time()).toBe("00:58");
  });

  it("is a playing video or sound, full screen, and anything that keeps the page awake", async () => {
    await open();
    const video = document.body.appendChild(document.createElement("video"));
    const paused = vi.spyOn(video, "paused", "get").mockReturnValue(false);
    await pass(30 * minute);
    expect([warning(), session.user()?.id]).toEqual([null, somebody.id]);
    paused.mockReturnValue(true);
    await pass(4 * minute);
    expect(warning(), "the video has stopped").not.toBeNull();
    video.remove();
    await press("Extend Session");

    Object.defineProperty(document, "fullscreenElement", { value: document.body, configurable: true });
    await pass(30 * minute);
    expect(warning()).toBeNull();
    Object.defineProperty(document, "fullscreenElement", { value: null, configurable: true });

    const rest = keepAwake();
    await pass(30 * minute);
    expect(warning()).toBeNull();
    rest();
    rest();
    await pass(4 * minute);
    expect(warning()).not.toBeNull();
  });

  it("is a running upload, until it has ended", async () => {
    await open();
    const sent = vi.spyOn(XMLHttpRequest.prototype, "send").mockReturnValue();
    const files = { file: new File(["x"], "hall.jpg") };
    const running = upload("POST /api/rooms", { body: { id_visit: 1 }, files }, quiet);
    await pass(30 * minute);
    expect(warning()).toBeNull();
    const [request] = sent.mock.contexts as XMLHttpRequest[];
    request?.dispatchEvent(new Event("error"));
    await running.catch(() => undefined);
    await pass(4 * minute);
    expect(warning()).not.toBeNull();
  });
});

describe("the warning's buttons", () => {
  it("extend the session: at 4:30, with the next warning at 8:30", async () => {
    await open();
    await pass(4.5 * minute);
    await press("Extend Session");
    await pass(1000);
    expect(warning()).toBeNull();
    await pass(4 * minute - 2000);
    expect(warning()).toBeNull();
    await pass(1000);
    expect(warning()).not.toBeNull();
    expect(asked, "the server is asked whether the session still is one").toContain("/api/user");
  });

  it("sign out at once, here and in every other tab", async () => {
    await open();
    await pass(4 * minute);
    await press("Logout Now");
    expect(gone).toEqual(["/login?logged_out=true"]);
    expect(JSON.parse(localStorage.getItem("auth_event") ?? "")).toMatchObject({ type: "logout" });
    expect(takeNotice(), "nobody is told that he was away").toBeNull();
  });

  it("focus the button that extends", async () => {
    await open();
    await pass(4 * minute);
    expect(focused()).toBe("Extend Session");
  });
});

describe("the tabs of one browser", () => {
  it("keep each other alive: work in one is activity in all", async () => {
    await open();
    await pass(3.5 * minute);
    await fromAnotherTab("last_activity", `${Date.now()} ${4 * minute}`);
    await pass(4 * minute - 1000);
    expect(warning()).toBeNull();
    await pass(1000);
    expect(warning()).not.toBeNull();
  });

  it("share the time of the activity, and the time it postpones the warning", async () => {
    await open();
    await pass(90_000);
    fireEvent(document.body, new Event("mousemove"));
    expect(localStorage.getItem("last_activity")).toBe(`${Date.now()} ${4 * minute}`);
  });

  it("close the warning together when one extends", async () => {
    await open();
    await pass(4.5 * minute);
    expect(warning()).not.toBeNull();
    await fromAnotherTab("last_activity", `${Date.now()} ${4 * minute}`);
    await pass(500);
    expect(warning()).toBeNull();
  });

  it("warn together: a tab that opens during the warning shows it, too", async () => {
    localStorage.setItem("last_activity", `${Date.now() - 4.25 * minute} ${4 * minute}`);
    await open();
    expect(time()).toBe("00:45");
  });

  it("end together", async () => {
    await open();
    await pass(4 * minute);
    await fromAnotherTab("auth_event", JSON.stringify({ type: "logout", at: Date.now() }));
    expect(session.user()).toBeNull();
    expect(gone).toEqual(["/login?logged_out=true"]);
    await pass(1000);
    expect(warning()).toBeNull();
  });
});

describe("a machine that slept", () => {
  it("has no session when it wakes after the end: wall-clock time counts, not timer ticks", async () => {
    await open();
    await pass(minute);
    // Timers are paused during sleep, the clock continues.
    vi.setSystemTime(Date.now() + 60 * minute);
    fireEvent(document.body, new Event("mousemove"));
    await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
    await pass(0);
    expect(session.user()).toBeNull();
    expect(gone).toEqual(["/login?logged_out=true"]);
  });

  it("includes a tab that was discarded and returns by being reloaded", async () => {
    await open();
    for (const stop of stops.splice(0)) stop();
    vi.setSystemTime(Date.now() + 60 * minute);
    await act(async () => void stops.push(watchInactivity()));
    await pass(0);
    expect(gone).toEqual(["/login?logged_out=true"]);
  });

  it("does not include a closed browser: a user who asked to stay signed in returns the next day", async () => {
    localStorage.setItem("last_activity", `${Date.now() - 24 * 60 * minute} ${4 * minute}`);
    await open();
    await pass(4 * minute - 1000);
    expect([warning(), gone]).toEqual([null, []]);
  });

  it("does not include a clock that was set back", async () => {
    await open();
    vi.setSystemTime(Date.now() - 60 * minute);
    await pass(4 * minute - 1000);
    expect([warning(), gone]).toEqual([null, []]);
    await pass(2000);
    expect(warning()).not.toBeNull();
  });

  it("starts anew with the next sign-in", async () => {
    await open();
    await pass(5 * minute);
    expect(session.user()).toBeNull();
    await act(async () => startSession(somebody));
    await pass(4 * minute - 2000);
    expect(warning()).toBeNull();
  });
});
