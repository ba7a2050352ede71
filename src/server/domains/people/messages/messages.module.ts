import { messagesApi } from "#contract/messages.ts";
import type { SettingValues } from "#contract/settings.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Database } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import { jobWorker } from "#server/platform/jobs/work.ts";
import { findConversations } from "./conversations.ts";
import { mailUnread } from "./messages.jobs.ts";
import { messagePolicy } from "./messages.policy.ts";
import { createMessagesRepository } from "./messages.repository.ts";
import { createMessagesService } from "./messages.service.ts";
import { samples } from "./samples.ts";
import { createUnreadMail, type UnreadMailOptions } from "./unread-mail.ts";
import { createWelcome } from "./welcome.ts";
import { type Address, wireMessage, wireMessages, wirePerson } from "./wire.ts";

export interface MessagesOptions extends UnreadMailOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly attempts: Attempts;
  readonly settings: { get(): Pick<SettingValues, "website_name"> };
  readonly address: Address;
}

/** Days for which a message deleted by both ends can still be restored. */
const deletedDays = 30;
/** Limit of messages in the list without pages. */
const mostAtOnce = 5000;

export function messagesModule(options: MessagesOptions) {
  const { db, address } = options;
  const repository = createMessagesRepository(db);
  const unreadMail = createUnreadMail(options);
  const service = createMessagesService({ ...options, repository, unreadMail });

  return {
    policies: { message: messagePolicy(db) },
    offers: {
      welcome: createWelcome(options.settings, service.sendSystem),
      /** A message of the server in a user's inbox. */
      systemMessage: service.sendSystem,
    },
    jobs: [jobWorker(mailUnread, unreadMail.send)],
    /** Purges messages that no user sees any longer. */
    sweeps: [() => repository.purge(deletedDays)],
    samples,
    handlers: handlers(messagesApi, {
      "GET /api/messages": async ({ query, user }) => {
        const { all_messages = false, page, per_page, ...filter } = query;
        const both = all_messages || filter.with !== undefined;
        const request = all_messages ? { page: 1, per_page: mostAtOnce } : { page, per_page };
        const { rows, total } = await repository.list(
          user.id,
          { ...filter, ...request, both },
          !all_messages,
        );
        const data = wireMessages(rows, user.id, address);
        const message = all_messages ? data : { data, current_page: page, per_page, total };
        return { status: "success", success: true, message };
      },
      "GET /api/messages/conversations": async ({ query, user }) => {
        const { rows, total } = await findConversations(db, user.id, query);
        const writable = await repository.writable(
          user,
          rows.map(({ peer }) => peer),
        );
        const items = rows.map(({ peer, last, unread }) => {
          const message = wireMessage(last, user.id, address);
          const other = message.recipient_id === user.id ? message.sender : message.recipient;
          return { person: other, last: message, unread, can: { write: writable.has(peer) } };
        });
        return { items, total, page: query.page, per_page: query.per_page };
      },
      "GET /api/messages/unread": async ({ user }) => ({ unread: await repository.unread(user.id) }),
      "GET /api/messages/recipients": async ({ query, user }) => {
        const people = await repository.recipients(user, query.search, query);
        return people.map((person) => wirePerson(person, address));
      },
      "GET /api/messages/{id}": async ({ subject, user }) =>
        wireMessage(await repository.one(subject.id), user.id, address),
      "POST /api/messages": ({ body, user }) => service.write(user, body.recipient_id, body.content),
      "PUT /api/messages/mark-all-read": ({ body, user }) =>
        service.change(user, (trx) => repository.markAllRead(trx, user.id, body?.up_to), "both"),
      "PUT /api/messages/mark-read": ({ body, user }) =>
        service.change(user, (trx) => repository.mark(trx, user.id, body.ids, "read"), "both"),
      "PUT /api/messages/mark-unread": ({ body, user }) =>
        service.change(user, (trx) => repository.mark(trx, user.id, body.ids, "unread"), "both"),
      "PUT /api/messages/restore": ({ body, user }) =>
        service.change(user, (trx) => repository.mark(trx, user.id, body.ids, "restored")),
      "DELETE /api/messages/delete": ({ body, user }) =>
        service.change(user, (trx) => repository.mark(trx, user.id, body.ids, "deleted")),
      "DELETE /api/messages/delete-read": ({ user }) =>
        service.change(user, (trx) => repository.deleteRead(trx, user.id)),
      "PUT /api/messages/star/{id}": ({ subject, body, user }) =>
        service.star(user, subject.id, body.starred),
    }),
  };
}
