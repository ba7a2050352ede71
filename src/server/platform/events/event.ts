import type { z } from "zod";

/** A message to browsers: `event` with `data` to every subscriber of `channel`. `data` is plain JSON, at most 10 KB. */
export interface Broadcast {
  readonly channel: string;
  readonly event: string;
  readonly data: unknown;
}

/** A fact that a domain announces. Owned by the domain named before the dot. */
export interface EventDefinition<Payload> {
  readonly name: string;
  /** Validates the payload by the schema; throws on anything else. */
  check(payload: unknown): Payload;
  /** The messages to browsers. */
  broadcasts(payload: Payload): readonly Broadcast[];
}

const defined = new Map<string, EventDefinition<unknown>>();

/**
 * Declares an event, once per name: a second definition throws while modules load, so it stops the start-up. `schema`
 * describes plain JSON (no dates, no transforms): the payload is checked when it is emitted and again when it is read,
 * perhaps by another process of another version. `broadcast` names its receivers in a browser.
 */
export function defineEvent<Payload>(
  name: `${string}.${string}`,
  schema: z.ZodType<Payload, Payload>,
  options: { broadcast?: (payload: Payload) => readonly Broadcast[] } = {},
): EventDefinition<Payload> {
  if (defined.has(name)) throw new Error(`The event "${name}" is defined twice.`);
  const definition: EventDefinition<Payload> = {
    name,
    check: (payload) => schema.parse(payload),
    broadcasts: (payload) => options.broadcast?.(payload) ?? [],
  };
  defined.set(name, definition);
  return definition;
}

/** The definition of a stored name; undefined for one that only a newer process knows. */
export function eventNamed(name: string): EventDefinition<unknown> | undefined {
  return defined.get(name);
}
