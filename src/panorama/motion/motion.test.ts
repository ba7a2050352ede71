import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shortestTurn } from "../projection/angles.ts";
import { flightAt, planFlight, planNudge } from "./flight.ts";
import { coast, isAtRest, VelocityTracker } from "./inertia.ts";

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const velocities = fc.record({ yaw: number(-240, 240), pitch: number(-240, 240) });
const views = fc.record({ yaw: number(-180, 179.99), pitch: number(-90, 90), fov: number(25, 100) });

describe("inertia", () => {
  it("covers the same distance in one long step and in many short ones", () => {
    fc.assert(
      fc.property(velocities, fc.integer({ min: 2, max: 60 }), number(10, 1000), (start, steps, ms) => {
        const once = coast(start, ms);
        let velocity = start;
        let yaw = 0;
        for (let i = 0; i < steps; i++) {
          const step = coast(velocity, ms / steps);
          velocity = step.velocity;
          yaw += step.moved.yaw;
        }
        expect(yaw).toBeCloseTo(once.moved.yaw, 6);
        expect(velocity.pitch).toBeCloseTo(once.velocity.pitch, 6);
      }),
    );
  });

  it("always comes to rest within three seconds, and never turns back", () => {
    fc.assert(
      fc.property(velocities, (start) => {
        const { moved, velocity } = coast(start, 3000);
        expect(isAtRest(velocity)).toBe(true);
        expect(moved.yaw * start.yaw).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("takes its speed from the end of the drag only", () => {
    const tracker = new VelocityTracker();
    tracker.add(0, { yaw: 50, pitch: 0 });
    tracker.add(900, { yaw: 1, pitch: 0 });
    tracker.add(950, { yaw: 1, pitch: 0 });
    expect(tracker.at(960).yaw).toBeCloseTo(20);
    expect(isAtRest(tracker.at(1100))).toBe(true);
  });

  it("never exceeds the speed that can be followed", () => {
    fc.assert(
      fc.property(velocities, (step) => {
        const tracker = new VelocityTracker();
        tracker.add(0, step);
        const { yaw, pitch } = tracker.at(0);
        expect(Math.hypot(yaw, pitch)).toBeLessThanOrEqual(240.001);
      }),
    );
  });
});

describe("a flight", () => {
  it("starts at one view, ends exactly at the other and takes the shortest path", () => {
    fc.assert(
      fc.property(views, views, number(0, 1), fc.boolean(), (from, to, share, isNudge) => {
        const flight = (isNudge ? planNudge : planFlight)(from, to, 1000);
        expect(flightAt(flight, 1000).view.pitch).toBeCloseTo(from.pitch, 9);
        expect(flightAt(flight, 1001 + flight.duration)).toEqual({ view: to, isOver: true });
        const { yaw } = flightAt(flight, 1000 + flight.duration * share).view;
        const whole = Math.abs(shortestTurn(from.yaw, to.yaw));
        expect(Math.abs(shortestTurn(from.yaw, yaw))).toBeLessThanOrEqual(whole + 1e-6);
      }),
    );
  });
});
