/** The only source of "now" in the server, so that a test can freeze the time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
