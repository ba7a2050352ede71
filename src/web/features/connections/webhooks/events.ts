import { webhookEvents } from "#contract/kinds.ts";
import type { WebhookDelivery, WebhookEvent } from "#contract/webhooks.ts";
import type { TextKey } from "#web/lib/translate.ts";

const grouped = ["project", "visit", "room", "snag", "sheet"] as const;
/** The events of some kinds of thing, in the order of the contract. */
const of = (...kinds: readonly string[]) => webhookEvents.filter((event) => kinds.includes(kindOf(event)));
const kindOf = (event: WebhookEvent): string => event.split(".")[0] ?? "";

/** What can be told, in groups as people think of it; what stands in no other group is among the rest. */
export const groups = {
  projects: of("project"),
  visits: of("visit", "room"),
  snags: of("snag"),
  sheets: of("sheet"),
  rest: webhookEvents.filter((event) => !grouped.some((kind) => kind === kindOf(event))),
} as const satisfies Record<string, readonly WebhookEvent[]>;
export type EventGroup = keyof typeof groups;
export const groupNames = Object.keys(groups) as EventGroup[];

type Joined<Event> = Event extends `${infer Kind}.${infer Verb}` ? `${Kind}_${Verb}` : Event;

/** Points would be steps into the texts. */
export const eventText = (event: WebhookDelivery["event"]): TextKey =>
  `webhooks.events.${event.replace(".", "_") as Joined<WebhookDelivery["event"]>}`;
