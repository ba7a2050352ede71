import type { Bus } from "./bus.ts";
import type { EventDefinition } from "./event.ts";

/** An event and what follows from it, as a part of the server declares it. */
export interface Listener {
  register(bus: Pick<Bus, "on">): void;
}

export const listensTo = <Payload>(
  event: EventDefinition<Payload>,
  handler: (payload: Payload) => void | Promise<void>,
): Listener => ({ register: (bus) => void bus.on(event, handler) });
