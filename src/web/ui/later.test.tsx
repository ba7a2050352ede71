import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { soon } from "#test/soon.ts";
import { later, loadAllWhenIdle, useLater, whenPartIsMissing } from "./later.ts";

it("A chunk that failed to load is reported, and loads when the connection is back", async () => {
  const told = vi.fn();
  whenPartIsMissing(told);
  const fetchPart = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const part = later(fetchPart.mockResolvedValue("here"));
  const { result } = renderHook(() => useLater(part, true));
  await soon(() => expect(told).toHaveBeenCalledOnce());
  expect(result.current).toBeUndefined();
  await act(async () => dispatchEvent(new Event("online")));
  expect(result.current).toBe("here");
  expect(told).toHaveBeenCalledOnce();
});

it("A wanted chunk is fetched again after a failure, and the failure is reported once", async () => {
  vi.useFakeTimers();
  const told = vi.fn();
  whenPartIsMissing(told);
  const fetchPart = vi
    .fn(async () => "here")
    .mockRejectedValueOnce(new TypeError("Failed to fetch"))
    .mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const part = later(fetchPart);
  const { result, unmount } = renderHook(() => useLater(part, true));
  await act(() => vi.advanceTimersByTimeAsync(12_000));
  expect(result.current).toBe("here");
  expect(fetchPart).toHaveBeenCalledTimes(3);
  expect(told).toHaveBeenCalledOnce();

  const never = vi.fn().mockRejectedValue(new TypeError("Failed to fetch"));
  const other = later<string>(never);
  const second = renderHook(() => useLater(other, true));
  await act(() => vi.advanceTimersByTimeAsync(1000));
  second.unmount();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(never).toHaveBeenCalledOnce();
  // After the file all chunks are loaded.
  never.mockResolvedValue("here");
  unmount();
  vi.useRealTimers();
});

it("A chunk is fetched once, when it is first wanted", async () => {
  const fetchPart = vi.fn(async () => "here");
  const part = later(fetchPart);
  const { result, rerender } = renderHook(({ isWanted }) => useLater(part, isWanted), {
    initialProps: { isWanted: false },
  });
  expect(fetchPart).not.toHaveBeenCalled();
  await act(async () => rerender({ isWanted: true }));
  await act(async () => rerender({ isWanted: false }));
  expect(result.current).toBe("here");
  expect(fetchPart).toHaveBeenCalledOnce();
});

it("Chunks are preloaded one after another, past one that fails, until it is stopped", async () => {
  vi.useFakeTimers();
  const log: string[] = [];
  let isOver = false;
  const finish = new Map<string, (isGood: boolean) => void>();
  const part = (name: string) =>
    later(async () => {
      log.push(name);
      const isGood = isOver || (await new Promise<boolean>((resolve) => finish.set(name, resolve)));
      if (!isGood) throw new TypeError("Failed to fetch");
      return name;
    });
  for (const name of ["first", "second", "third", "fourth"]) part(name);
  const stop = loadAllWhenIdle();
  // The chunks of the tests before are there already.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log).toEqual(["first"]);
  finish.get("first")?.(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log).toEqual(["first", "second"]);
  finish.get("second")?.(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log).toEqual(["first", "second", "third"]);
  stop();
  finish.get("third")?.(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log).toEqual(["first", "second", "third"]);
  vi.useRealTimers();
  // After the file all chunks are loaded.
  isOver = true;
});
