import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readActivity, touchActivity, writeActivity } from "#web/lib/shared-activity.ts";
import { carryActivity } from "./activity.ts";

const span = 240_000;
const now = 1_800_000_000_000;
let controller: AbortController;

beforeEach(() => {
  vi.useFakeTimers({ now });
  controller = new AbortController();
  carryActivity(controller.signal);
});
afterEach(() => {
  controller.abort();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const after = (milliseconds: number) => vi.setSystemTime(now + milliseconds);
const look = () => dispatchEvent(new Event("pointermove"));

describe("looking around in the viewer", () => {
  it("keeps other tabs signed in", () => {
    writeActivity({ at: now, span });
    after(200_000);
    look();
    expect(localStorage.getItem("last_activity")).toBe(`${now + 200_000} ${span}`);
  });

  it("stores nothing for a guest", () => {
    look();
    expect(localStorage.length).toBe(0);
  });

  it("does not close a warning in another tab", () => {
    writeActivity({ at: now, span });
    after(span);
    look();
    expect(readActivity()).toEqual({ at: now, span });
  });

  it("counts in full screen without input, and stops with the page", async () => {
    writeActivity({ at: now, span });
    Object.defineProperty(document, "fullscreenElement", { value: document.body, configurable: true });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(readActivity()?.at).toBe(now + 600_000);
    controller.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    look();
    expect(readActivity()?.at).toBe(now + 600_000);
    Object.defineProperty(document, "fullscreenElement", { value: null, configurable: true });
  });
});

describe("the time of the last activity", () => {
  it("is written at most once a second", () => {
    writeActivity({ at: now, span });
    after(999);
    touchActivity();
    expect(readActivity()?.at).toBe(now);
    after(1000);
    touchActivity();
    expect(readActivity()?.at).toBe(now + 1000);
  });

  it("is kept in memory where storage is forbidden", () => {
    const forbidden = () => {
      throw new DOMException("", "SecurityError");
    };
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(forbidden);
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(forbidden);
    writeActivity({ at: now, span });
    after(5000);
    touchActivity();
    expect(readActivity()).toEqual({ at: now + 5000, span });
  });

  it.each(["", "x", "1", "0 0", "5 x"])("ignores a stored %j", (text) => {
    localStorage.setItem("last_activity", text);
    expect(readActivity()).toBeNull();
  });
});
