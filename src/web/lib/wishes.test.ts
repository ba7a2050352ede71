import { expect, test, vi } from "vitest";
import { nameWish } from "./wishes.ts";

test("A wish that was not answered keeps its name; one that was answered gives it up, and another has its own.", () => {
  const first = nameWish("/api/snags {}");
  expect(nameWish("/api/snags {}").key).toBe(first.key);
  expect(nameWish("/api/visits {}").key).not.toBe(first.key);
  first.end();
  expect(nameWish("/api/snags {}").key).not.toBe(first.key);
  expect(first.key).toMatch(/^[\w-]{8,100}$/);
});

test("A name is forgotten long before the server forgets it.", () => {
  vi.useFakeTimers();
  const { key } = nameWish("/api/projects {}");
  vi.advanceTimersByTime(10 * 60_000 + 1);
  expect(nameWish("/api/projects {}").key).not.toBe(key);
  vi.useRealTimers();
});
