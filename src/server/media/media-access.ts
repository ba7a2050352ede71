import { everybody } from "#server/platform/bearers.ts";
import type { Clock } from "#server/platform/clock.ts";

/** What is looked at, as far as the right to it goes: all of a picture but its original, a plan with its tiles, a film. */
export interface MediaThing {
  readonly kind: "picture" | "picture_original" | "plan" | "film" | "film_original" | "file";
  /** Of a picture, plan or film its hash; of another file its key in the object store. */
  readonly name: string;
}

/** Whether somebody (`platform/bearers.ts`) may see a thing now: the domains know who sees what. */
export type CanSeeMedia = (bearer: string, thing: MediaThing) => Promise<boolean>;

/**
 * Milliseconds for which an answer holds. An address ends this long after its right at the latest; a wall of pictures is
 * asked for once.
 */
const HELD = 60_000;
/** What was refused is asked for again soon: the right may just have been given. */
const REFUSED = 3_000;
const MOST = 20_000;

interface Answer {
  readonly until: number;
  readonly may: Promise<boolean>;
}

/** `ask`, with its answers remembered for a minute. */
export function cacheMediaAccess(ask: CanSeeMedia, clock: Clock): CanSeeMedia {
  const answers = new Map<string, Answer>();
  return (bearer, thing) => {
    if (bearer === everybody) return Promise.resolve(true);
    const now = clock.now().getTime();
    const key = `${bearer} ${thing.kind} ${thing.name}`;
    const known = answers.get(key);
    if (known !== undefined && known.until > now) return known.may;
    if (answers.size >= MOST) answers.clear();
    const may = ask(bearer, thing);
    answers.set(key, { until: now + HELD, may });
    may.then(
      (is) => void (is || answers.set(key, { until: now + REFUSED, may })),
      () => void answers.delete(key),
    );
    return may;
  };
}

const PICTURE = /^pictures\/[0-9a-f]{2}\/([0-9a-f]{64})\/(original\.)?/;
const PLAN = /^plans\/[0-9a-f]{2}\/([0-9a-f]{64})\//;

/** The thing that an object of the store belongs to. */
export function thingOf(key: string): MediaThing {
  const [, picture, original] = PICTURE.exec(key) ?? [];
  if (picture !== undefined)
    return { kind: original === undefined ? "picture" : "picture_original", name: picture };
  const plan = PLAN.exec(key)?.[1];
  return plan === undefined ? { kind: "file", name: key } : { kind: "plan", name: plan };
}
