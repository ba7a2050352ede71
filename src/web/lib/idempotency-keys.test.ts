import { expect, test, vi } from "vitest";
import { takeIdempotencyKey } from "./idempotency-keys.ts";

test("keeps the key of an unanswered request, drops it after an answer, and gives another request its own", () => {
  const first = takeIdempotencyKey("/api/snags {}");
  expect(takeIdempotencyKey("/api/snags {}").key).toBe(first.key);
  expect(takeIdempotencyKey("/api/visits {}").key).not.toBe(first.key);
  first.end();
  expect(takeIdempotencyKey("/api/snags {}").key).not.toBe(first.key);
  expect(first.key).toMatch(/^[\w-]{8,100}$/);
});

test("drops a key long before the server does", () => {
  vi.useFakeTimers();
  const { key } = takeIdempotencyKey("/api/projects {}");
  vi.advanceTimersByTime(10 * 60_000 + 1);
  expect(takeIdempotencyKey("/api/projects {}").key).not.toBe(key);
  vi.useRealTimers();
});
