import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createGlide } from "./glide.ts";
import { createStage } from "./stage.ts";

const moves: number[] = [];
const stage = { ...createStage(), pan: (right: number) => void moves.push(right) };
const sum = () => moves.reduce((total, move) => total + move, 0);

const frames = new Map<number, FrameRequestCallback>();
let clock = 0;

beforeEach(() => {
  moves.length = 0;
  frames.clear();
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  vi.stubGlobal("requestAnimationFrame", (draw: FrameRequestCallback) => {
    frames.set(1, draw);
    return 1;
  });
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => frames.delete(frame));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Draws a frame every 10 ms. */
function pass(milliseconds: number): void {
  for (const end = clock + milliseconds; clock < end; ) {
    clock += 10;
    const draw = frames.get(1);
    frames.clear();
    draw?.(clock);
  }
}

function push(glide: ReturnType<typeof createGlide>): void {
  for (let time = 1000; time <= 1100; time += 10) glide.push(10, 0, time);
}
const reduced = (matches: boolean) => vi.stubGlobal("matchMedia", () => ({ matches }));

it("goes on by a fifth of a second's speed, and comes to rest", () => {
  reduced(false);
  const glide = createGlide(stage);
  push(glide);
  glide.start(1110);
  pass(3000);
  expect(sum()).toBeGreaterThan(150);
  expect(sum()).toBeLessThan(220);
  const before = moves.length;
  pass(1000);
  expect(moves.length).toBe(before);
});

it("does not begin when the hand rested, nor where motion is to be reduced, and ends at the next touch", () => {
  reduced(false);
  const glide = createGlide(stage);
  push(glide);
  glide.start(1300);
  pass(500);
  expect(moves).toEqual([]);
  reduced(true);
  glide.start(1110);
  pass(500);
  expect(moves).toEqual([]);
  reduced(false);
  glide.start(1110);
  pass(100);
  glide.stop();
  const before = sum();
  pass(500);
  expect(sum()).toBe(before);
});
