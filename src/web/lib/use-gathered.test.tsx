import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useGathered } from "./use-gathered.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("Calls in quick succession have their effect once, when they pause", () => {
  const act = vi.fn();
  const { result } = renderHook(() => useGathered(act));
  for (let call = 0; call < 30; call += 1) result.current();
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledOnce();
  result.current();
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledTimes(2);
});

it("Calls that never pause have their effect every two seconds", () => {
  const act = vi.fn();
  const { result } = renderHook(() => useGathered(act));
  for (let passed = 0; passed < 10_000; passed += 100) {
    result.current();
    vi.advanceTimersByTime(100);
  }
  expect(act).toHaveBeenCalledTimes(5);
});

it("A call shortly before unmounting has its effect, with the latest function, once", () => {
  const [old, act] = [vi.fn(), vi.fn()];
  const { result, rerender, unmount } = renderHook((run: () => void) => useGathered(run), {
    initialProps: old,
  });
  result.current();
  rerender(act);
  unmount();
  expect(act).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledOnce();
  expect(old).not.toHaveBeenCalled();
});
