import type { Bus } from "./bus.ts";
import type { EventDefinition } from "./event.ts";

/** An event with its handler. */
export interface Listener {
  register(bus: Pick<Bus, "on">): void;
}

export const eventListener = <Payload>(
  event: EventDefinition<Payload>,
  handler: (payload: Payload) => void | Promise<void>,
): Listener => ({ register: (bus) => void bus.on(event, handler) });
