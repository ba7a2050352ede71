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
  it("keeps the tabs going in which somebody is signed in", () => {
    writeActivity({ at: now, span });
    after(200_000);
    look();
    expect(localStorage.getItem("last_activity")).toBe(`${now + 200_000} ${span}`);
  });

  it("leaves nothing behind for a guest", () => {
    look();
    expect(localStorage.length).toBe(0);
  });

  it("closes no warning that stands in another tab", () => {
    writeActivity({ at: now, span });
    after(span);
    look();
    expect(readActivity()).toEqual({ at: now, span });
  });

  it("counts in full screen without a hand, and no longer than the page lives", async () => {
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

describe("the moment of the last activity", () => {
  it("is written once a second at most", () => {
    writeActivity({ at: now, span });
    after(999);
    touchActivity();
    expect(readActivity()?.at).toBe(now);
    after(1000);
    touchActivity();
    expect(readActivity()?.at).toBe(now + 1000);
  });

  it("is kept by the page itself where storage is forbidden", () => {
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

  it.each(["", "x", "1", "0 0", "5 x"])("that reads %j is none", (text) => {
    localStorage.setItem("last_activity", text);
    expect(readActivity()).toBeNull();
  });
});
