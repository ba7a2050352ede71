/** Speed of a view in degrees per second. */
export interface Velocity {
  readonly yaw: number;
  readonly pitch: number;
}

/** Only the end of a drag counts: a pointer that pauses before its release starts no throw. */
const MEMORY_MS = 100;
/** Time in which a free turn loses all but a third of its speed. */
const SLOWDOWN_MS = 325;
/** Below this speed the view is at rest, in degrees per second. */
const REST = 1.5;
/** Upper limit of the speed, in degrees per second, for comfort. */
const FASTEST = 240;

interface Sample extends Velocity {
  readonly time: number;
}

/** Measures the recent speed of a view. */
export class VelocityTracker {
  #samples: Sample[] = [];

  /** @param step degrees moved since the last call; `time` in ms. */
  add(time: number, step: Velocity): void {
    this.#samples.push({ time, ...step });
    this.#samples = this.#samples.filter((sample) => time - sample.time <= MEMORY_MS);
  }

  /** Speed at `time`; zero without recent movement. */
  at(time: number): Velocity {
    const recent = this.#samples.filter((sample) => time - sample.time <= MEMORY_MS);
    const sum = (pick: (sample: Sample) => number) =>
      recent.reduce((total, sample) => total + pick(sample), 0);
    const perSecond = 1000 / MEMORY_MS;
    return limitSpeed({ yaw: sum((s) => s.yaw) * perSecond, pitch: sum((s) => s.pitch) * perSecond });
  }
}

/** Distance of a free turn in `ms` and the speed afterwards; exact for any step length. */
export function coast(velocity: Velocity, ms: number): { moved: Velocity; velocity: Velocity } {
  const kept = Math.exp(-ms / SLOWDOWN_MS);
  const reach = (SLOWDOWN_MS / 1000) * (1 - kept);
  return {
    moved: { yaw: velocity.yaw * reach, pitch: velocity.pitch * reach },
    velocity: { yaw: velocity.yaw * kept, pitch: velocity.pitch * kept },
  };
}

export function isAtRest(velocity: Velocity): boolean {
  return Math.hypot(velocity.yaw, velocity.pitch) < REST;
}

function limitSpeed(velocity: Velocity): Velocity {
  const speed = Math.hypot(velocity.yaw, velocity.pitch);
  const factor = speed > FASTEST ? FASTEST / speed : 1;
  return { yaw: velocity.yaw * factor, pitch: velocity.pitch * factor };
}
