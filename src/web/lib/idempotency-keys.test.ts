import { expect, test, vi } from "vitest";
import { takeIdempotencyKey } from "./idempotency-keys.ts";

test("A wish that was not answered keeps its name; one that was answered gives it up, and another has its own.", () => {
  const first = takeIdempotencyKey("/api/snags {}");
  expect(takeIdempotencyKey("/api/snags {}").key).toBe(first.key);
  expect(takeIdempotencyKey("/api/visits {}").key).not.toBe(first.key);
  first.end();
  expect(takeIdempotencyKey("/api/snags {}").key).not.toBe(first.key);
  expect(first.key).toMatch(/^[\w-]{8,100}$/);
});

test("A name is forgotten long before the server forgets it.", () => {
  vi.useFakeTimers();
  const { key } = takeIdempotencyKey("/api/projects {}");
  vi.advanceTimersByTime(10 * 60_000 + 1);
  expect(takeIdempotencyKey("/api/projects {}").key).not.toBe(key);
  vi.useRealTimers();
});
