import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { soon } from "#test/soon.ts";
import { later, useLater, whenPartIsMissing } from "./later.ts";

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
