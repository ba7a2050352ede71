import type { WebhookDelivery, WebhookEvent } from "#contract/webhooks.ts";
import type { TextKey } from "#web/lib/translate.ts";

/** What can be told, in groups as people think of it. The server's list is the contract's; a type error tells of a gap. */
const grouped = {
  projects: ["project.created", "project.changed", "project.status_changed"],
  visits: ["visit.created", "visit.changed", "visit.shared", "visit.deleted", "room.created", "room.deleted"],
  snags: ["snag.created", "snag.changed", "snag.commented", "snag.deleted"],
  sheets: ["sheet.created", "sheet.changed", "sheet.deleted"],
  rest: ["video.created", "video.commented", "channel.live", "export.made"],
} as const satisfies Record<string, readonly WebhookEvent[]>;

type Told = (typeof grouped)[keyof typeof grouped][number];
/** Does not compile while an event stands in no group. */
export const groups: Readonly<
  Record<keyof typeof grouped, readonly (WebhookEvent extends Told ? WebhookEvent : never)[]>
> = grouped;
export type EventGroup = keyof typeof grouped;
export const groupNames = Object.keys(grouped) as EventGroup[];

type Joined<Event> = Event extends `${infer Kind}.${infer Verb}` ? `${Kind}_${Verb}` : Event;

/** Points would be steps into the texts. */
export const eventText = (event: WebhookDelivery["event"]): TextKey =>
  `webhooks.events.${event.replace(".", "_") as Joined<WebhookDelivery["event"]>}`;
