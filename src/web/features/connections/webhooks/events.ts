import { webhookEvents } from "#contract/kinds.ts";
import type { WebhookDelivery, WebhookEvent } from "#contract/webhooks.ts";
import type { TextKey } from "#web/lib/translate.ts";

const grouped = ["project", "visit", "room", "snag", "sheet"] as const;
/** The events of some kinds of subject, in the order of the contract. */
const of = (...kinds: readonly string[]) => webhookEvents.filter((event) => kinds.includes(kindOf(event)));
const kindOf = (event: WebhookEvent): string => event.split(".")[0] ?? "";

/** Events in groups for display; those in no other group are among the rest. */
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

/** Dots would be nesting separators in the texts. */
export const eventText = (event: WebhookDelivery["event"]): TextKey =>
  `webhooks.events.${event.replace(".", "_") as Joined<WebhookDelivery["event"]>}`;
