import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { type Breaker, createBreaker } from "./breaker.ts";

let answers: (milliseconds: number) => Promise<boolean>;
let asked: number[];
let breaker: Breaker;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  asked = [];
  answers = async () => true;
  breaker = createBreaker({
    log: createLog("silent"),
    probe(milliseconds) {
      asked.push(milliseconds);
      return answers(milliseconds);
    },
  });
});
afterEach(() => {
  breaker.close();
  vi.useRealTimers();
});

const isOpen = () => {
  try {
    breaker.pass();
    return false;
  } catch {
    return true;
  }
};
/** No answer: the caller waits until its timeout. */
const silence = (milliseconds: number) =>
  new Promise<boolean>((resolve) => setTimeout(() => resolve(false), milliseconds));

test("it lets calls pass while all is well, and when a doubt proves unfounded", async () => {
  expect(isOpen()).toBe(false);
  breaker.doubt();
  await vi.advanceTimersByTimeAsync(5000);
  expect([isOpen(), asked.length]).toEqual([false, 1]);
});

test("one answer of three is enough: an occasional failure does not open it", async () => {
  answers = async () => asked.length === 3;
  breaker.doubt();
  await vi.advanceTimersByTimeAsync(10);
  expect([isOpen(), asked.length]).toEqual([false, 3]);
});

test("it opens within two seconds of a doubt, and ends the pending waits", async () => {
  answers = silence;
  const cut = vi.fn();
  const gone = vi.fn();
  breaker.whileClosed(cut);
  breaker.whileClosed(gone)();
  breaker.doubt();
  breaker.doubt();
  await vi.advanceTimersByTimeAsync(1900);
  expect([isOpen(), asked.length]).toEqual([false, 1]);
  await vi.advanceTimersByTimeAsync(200);
  expect(isOpen()).toBe(true);
  expect([cut.mock.calls.length, gone.mock.calls.length]).toEqual([1, 0]);
});

test("while open, it probes each second by itself, and closes with the first answer", async () => {
  answers = async () => false;
  breaker.doubt();
  await vi.advanceTimersByTimeAsync(10);
  expect(isOpen()).toBe(true);
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked.length).toBe(12);
  answers = async () => true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(isOpen()).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.length).toBe(13);
});
