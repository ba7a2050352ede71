import type { Notification } from "#contract/notifications.ts";
import { type Answers, ok, type Received } from "#test/web/api-server.ts";

/** An unread notification of today, as the server describes it; the higher its id, the newer it is. */
export function aNotification(change: Partial<Notification> = {}): Notification {
  const { id = 1 } = change;
  return {
    id,
    type: "info",
    kind: "visit_created",
    title: `Title ${id}`,
    message: `Message ${id}`,
    link: "/visits/1",
    is_read: false,
    created_at: new Date(Date.now() - (100 - id) * 60_000).toISOString(),
    ...change,
  };
}

/** The given number, the newest first. */
export const someNotifications = (count: number, change: Partial<Notification> = {}): Notification[] =>
  Array.from({ length: count }, (_, at) => aNotification({ ...change, id: count - at }));

/** A server that stores these notifications and changes them as the contract says. */
export class NotificationKeeper {
  items: Notification[];

  constructor(items: readonly Notification[]) {
    this.items = [...items];
  }

  get unread(): number {
    return this.items.filter(({ is_read }) => !is_read).length;
  }

  readonly answers: Answers = {
    "GET /api/notifications": ({ query }) => ok(this.#list(query)),
    "GET /api/notifications/unread": () => ok({ unread: this.unread }),
    "PUT /api/notifications/mark-read": (call) => this.#mark(call, true),
    "PUT /api/notifications/mark-unread": (call) => this.#mark(call, false),
    "PUT /api/notifications/mark-all-read": () =>
      this.#keep(this.items.map((one) => ({ ...one, is_read: true }))),
    "POST /api/notifications/delete": (call) => {
      const ids = idsOf(call);
      return this.#keep(this.items.filter(({ id }) => !ids.includes(id)));
    },
    "POST /api/notifications/delete-read": () => this.#keep(this.items.filter(({ is_read }) => !is_read)),
  };

  #list(query: URLSearchParams): Notification[] {
    const [read, kind, before] = ["read", "kind", "before"].map((name) => query.get(name));
    return this.items
      .filter((one) => read == null || one.is_read === (read === "1"))
      .filter((one) => kind == null || one.kind === kind)
      .filter(({ id }) => before == null || id < Number(before))
      .slice(0, Number(query.get("limit") ?? 25));
  }

  #mark(call: Received, is_read: boolean) {
    const ids = idsOf(call);
    return this.#keep(this.items.map((one) => (ids.includes(one.id) ? { ...one, is_read } : one)));
  }

  #keep(items: Notification[]) {
    const changed =
      this.items.length - items.length + items.filter((one) => !this.items.includes(one)).length;
    this.items = items;
    return ok({ changed, unread: this.unread });
  }
}

function idsOf({ body }: Received): number[] {
  const { notification_id, notification_ids } = body as {
    notification_id?: number;
    notification_ids?: number[];
  };
  return notification_ids ?? (notification_id === undefined ? [] : [notification_id]);
}
