import { everybody } from "#server/platform/bearers.ts";
import type { Clock } from "#server/platform/clock.ts";

/** The unit of access rights: all of a picture but its original, a floor plan with its tiles, a video. */
export interface MediaThing {
  readonly kind: "picture" | "picture_original" | "plan" | "film" | "film_original" | "file";
  /** The hash of a picture, floor plan or video; the key in the object store of any other file. */
  readonly name: string;
  /** Of a floor plan: the page of its file. */
  readonly page?: number;
}

/** Whether a bearer (`platform/bearers.ts`) may see a thing now: the domains decide. */
export type CanSeeMedia = (bearer: string, thing: MediaThing) => Promise<boolean>;

/**
 * Milliseconds for which an answer is cached. An address stops working this long after its right at the latest; a grid
 * of pictures is checked once.
 */
const HELD = 60_000;
/** A refusal is checked again soon: the right may just have been granted. */
const REFUSED = 3_000;
const MOST = 20_000;

interface Answer {
  readonly until: number;
  readonly may: Promise<boolean>;
}

/** Wraps `ask` with a cache of its answers for a minute. */
export function cacheMediaAccess(ask: CanSeeMedia, clock: Clock): CanSeeMedia {
  const answers = new Map<string, Answer>();
  return (bearer, thing) => {
    if (bearer === everybody) return Promise.resolve(true);
    const now = clock.now().getTime();
    const key = `${bearer} ${thing.kind} ${thing.name} ${thing.page ?? ""}`;
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
const PLAN = /^plans\/[0-9a-f]{2}\/([0-9a-f]{64})\/(\d+)?/;

/** The thing to which an object of the store belongs. */
export function thingOf(key: string): MediaThing {
  const [, picture, original] = PICTURE.exec(key) ?? [];
  if (picture !== undefined)
    return { kind: original === undefined ? "picture" : "picture_original", name: picture };
  const [, plan, page] = PLAN.exec(key) ?? [];
  if (plan === undefined) return { kind: "file", name: key };
  return { kind: "plan", name: plan, ...(page !== undefined && { page: Number(page) }) };
}
