import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { session } from "#web/lib/session.ts";
import { publicSettings } from "#web/testing/open-screen.tsx";
import { watchDoorSettings } from "./door-settings.ts";

let stop: () => void = () => undefined;
let held = { ...publicSettings, enable_registration: true };
let asked = 0;

beforeEach(() => {
  vi.useFakeTimers();
  [held, asked] = [{ ...publicSettings, enable_registration: true }, 0];
  session.setSettings(held);
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    asked += 1;
    return Response.json({ status: "success", success: true, message: "", data: held });
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  session.setSettings(null);
});

it("shows within half a minute that registration was switched off, and reports only a change", async () => {
  const changes: boolean[] = [];
  stop = watchDoorSettings(({ enable_registration }) => changes.push(enable_registration));
  await vi.advanceTimersByTimeAsync(30_000);
  expect([asked, changes]).toEqual([1, []]);
  held = { ...held, enable_registration: false };
  await vi.advanceTimersByTimeAsync(30_000);
  expect(changes).toEqual([false]);
  expect(session.settings()?.enable_registration).toBe(false);
});

it("polls at once when the page becomes visible again", async () => {
  stop = watchDoorSettings(() => undefined);
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(1);
});
