import { expect, it } from "vitest";
import { aComment } from "../testing.ts";
import { momentOf } from "../video-times.ts";
import { beside, threadsOf } from "./threads.ts";

const early = aComment({ id: 1, seconds: 2 });
const late = aComment({ id: 2, seconds: 9 });
const second = aComment({ id: 4, id_parent: 1, created_at: "2026-11-19T12:00:00.000Z" });
const first = aComment({ id: 3, id_parent: 1, created_at: "2026-11-19T11:00:00.000Z" });

it("replies follow the comment they answer, oldest first; one without its comment is separate", () => {
  const threads = threadsOf([early, second, first, late]);
  expect(threads.map(({ comment, answers }) => [comment.id, answers.map(({ id }) => id)])).toEqual([
    [1, [3, 4]],
    [2, []],
  ]);
  expect(threadsOf([first]).map(({ comment }) => comment.id)).toEqual([3]);
});

it("going to the next or previous comment never stays at the same one", () => {
  const threads = threadsOf([early, late]);
  expect(beside(threads, 0, 1)?.comment.id).toBe(1);
  expect(beside(threads, 2, 1)?.comment.id).toBe(2);
  expect(beside(threads, 9, 1)).toBeUndefined();
  expect(beside(threads, 9, -1)?.comment.id).toBe(1);
  expect(beside(threads, 2, -1)).toBeUndefined();
});

it("an address gives a time only in seconds", () => {
  expect(momentOf(90)).toBe(90);
  expect(momentOf("4.5")).toBe(4.5);
  expect([momentOf(""), momentOf("x"), momentOf(-1), momentOf(undefined), momentOf(true)]).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
