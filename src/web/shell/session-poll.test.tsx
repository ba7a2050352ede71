import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import { session } from "#web/lib/session.ts";
import { serveToasts } from "#web/lib/toasts.ts";
import { watchSessionEnd } from "./session-end.ts";
import { pollSession } from "./session-poll.ts";

const user = { id: 1, username: "site" } as CurrentUser;
const refused = (status: number, code: string) =>
  Response.json({ status: "error", code, message: "", errors: {} }, { status });

describe("the session", () => {
  const asked = vi.fn<() => Response>();
  const toasts: string[] = [];
  let stops: (() => void)[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => asked());
    asked
      .mockReset()
      .mockImplementation(() => Response.json({ status: "success", success: true, data: user }));
    toasts.length = 0;
    session.setUser(user);
    stops = [pollSession(), watchSessionEnd(), serveToasts(({ title }) => toasts.push(title))];
  });

  afterEach(() => {
    for (const stop of stops) stop();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("is checked every 30 seconds", async () => {
    await vi.advanceTimersByTimeAsync(29_000);
    expect(asked).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(62_000);
    expect(asked).toHaveBeenCalledTimes(3);
  });

  it("is checked at once when the page becomes visible after half a minute, not after less", async () => {
    const hidden = vi.spyOn(document, "hidden", "get");
    const away = async (seconds: number) => {
      hidden.mockReturnValue(true);
      document.dispatchEvent(new Event("visibilitychange"));
      await vi.advanceTimersByTimeAsync(seconds * 1000);
      asked.mockClear();
      hidden.mockReturnValue(false);
      document.dispatchEvent(new Event("visibilitychange"));
      return asked.mock.calls.length;
    };
    expect(await away(29)).toBe(0);
    expect(await away(31)).toBe(1);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(asked, "the next half minute begins there").toHaveBeenCalledOnce();
  });

  it("is not checked for a guest", async () => {
    session.setUser(null);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked).not.toHaveBeenCalled();
  });

  it("ends with one message when the server no longer knows it, and is not checked again", async () => {
    asked.mockImplementation(() => refused(401, "UNAUTHENTICATED"));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(session.user()).toBeNull();
    expect(toasts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked).toHaveBeenCalledOnce();
  });

  it("is kept without a message when the server is merely failing", async () => {
    asked.mockImplementation(() => refused(503, "UNAVAILABLE"));
    await vi.advanceTimersByTimeAsync(61_000);
    expect(session.user()).toBe(user);
    expect(toasts).toEqual([]);
    expect(session.trouble()).toMatchObject({ status: 503, code: "UNAVAILABLE" });
    asked.mockImplementation(() => Response.json({ data: user }));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(session.trouble(), "over when the server answers again").toBeNull();
  });

  it("shows changes of the user, and notifies the other tabs", async () => {
    asked.mockImplementation(() => Response.json({ data: { ...user, username: "renamed" } }));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(session.user()?.username).toBe("renamed");
    expect(JSON.parse(localStorage.getItem("auth_event") ?? "")).toMatchObject({ type: "refresh" });
  });

  it("stores the current path, for after sign-in", async () => {
    history.replaceState(null, "", "/project/7?tab=visits");
    asked.mockImplementation(() => refused(401, "SESSION_TERMINATED"));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(localStorage.getItem("redirectAfterLogin")).toBe("/project/7?tab=visits");
  });
});
