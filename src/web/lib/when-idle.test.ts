import { afterEach, beforeEach, expect, it, vi } from "vitest";

let idle: typeof import("./when-idle.ts");
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  idle = await import("./when-idle.ts");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const isSettledAfter = async (milliseconds: number): Promise<boolean> => {
  let isSettled = false;
  void idle.whenSettled().then(() => (isSettled = true));
  await vi.advanceTimersByTimeAsync(milliseconds);
  return isSettled;
};

it("A page settles when it is idle and has been painted", async () => {
  expect(await isSettledAfter(350)).toBe(false);
  expect(await isSettledAfter(100)).toBe(true);
});

it("A page does not settle while it loads data", async () => {
  let isLoading = true;
  idle.settleAfter(() => isLoading);
  expect(await isSettledAfter(2_500)).toBe(false);
  isLoading = false;
  expect(await isSettledAfter(150)).toBe(false);
  expect(await isSettledAfter(300)).toBe(true);
});

it("A page that loads forever settles after three seconds", async () => {
  idle.settleAfter(() => true);
  expect(await isSettledAfter(3_000)).toBe(false);
  expect(await isSettledAfter(500)).toBe(true);
});

it("Work for idle time is passed to the browser with its limit, and can be cancelled", () => {
  const [request, cancel, act] = [vi.fn(() => 7), vi.fn(), vi.fn()];
  vi.stubGlobal("requestIdleCallback", request);
  vi.stubGlobal("cancelIdleCallback", cancel);
  const stop = idle.whenIdle(act, 1_000);
  expect(request).toHaveBeenCalledWith(act, { timeout: 1_000 });
  stop();
  expect(cancel).toHaveBeenCalledWith(7);
  expect(act).not.toHaveBeenCalled();
});
