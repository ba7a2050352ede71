import { limits } from "#contract/limits.ts";
import type { Message } from "#contract/messages.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { messagesMarked, messageWritten } from "./messages.events.ts";
import type { Marked, MessagesRepository } from "./messages.repository.ts";
import type { createUnreadMail } from "./unread-mail.ts";
import { type Address, wireMessage } from "./wire.ts";

export interface MessagesServiceOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly attempts: Attempts;
  readonly repository: MessagesRepository;
  readonly address: Address;
  readonly unreadMail: Pick<ReturnType<typeof createUnreadMail>, "expect">;
}

const hour = 3600;

/** Writes and marks messages, each with its browser events. */
export function createMessagesService(options: MessagesServiceOptions) {
  const { db, bus, attempts, repository, address, unreadMail } = options;
  const deliver = async (
    trx: Trx,
    message: { sender_id: number | null; recipient_id: number; content: string },
  ): Promise<Message> => {
    const { sender_id, recipient_id } = message;
    const id = await repository.insert(trx, { ...message, type: sender_id === null ? "system" : "user" });
    const row = await repository.one(id, trx);
    const unread = await repository.unread(recipient_id, trx);
    if (sender_id !== null) await unreadMail.expect(trx, recipient_id, id);
    await bus.emit(trx, messageWritten, { message: wireMessage(row, recipient_id, address), unread });
    return wireMessage(row, sender_id ?? recipient_id, address);
  };

  return {
    /**
     * Throws MESSAGE_REFUSED for a recipient to whom the caller may not write, whether that user exists or not, and
     * RATE_LIMITED. Refused attempts count, too, since they could be used to search for users.
     */
    async write(caller: SessionUser, recipient_id: number, content: string): Promise<Message> {
      await attempts.take(`message user ${caller.id}`, { max: limits.message.perHour, seconds: hour });
      const allowed = await repository.writable(caller, [recipient_id]);
      if (!allowed.has(recipient_id)) throw new AppError("MESSAGE_REFUSED");
      return db.transaction().execute((trx) => deliver(trx, { sender_id: caller.id, recipient_id, content }));
    },

    /** A message of the server itself, in the recipient's language. */
    async sendSystem(trx: Trx, recipient_id: number, content: string): Promise<void> {
      await deliver(trx, { sender_id: null, recipient_id, content });
    },

    /** Applies a change of marks and notifies the changed inboxes: the caller's, and those of their senders. */
    async change(
      caller: SessionUser,
      work: (trx: Trx) => Promise<Marked>,
      told: "self" | "both" = "self",
    ): Promise<{ changed: number; unread: number }> {
      return db.transaction().execute(async (trx) => {
        const { rows } = await work(trx);
        const senders = told === "self" ? [] : rows.flatMap(({ sender_id }) => sender_id ?? []);
        const people = [...new Set([caller.id, ...senders])];
        if (rows.length > 0) await bus.emit(trx, messagesMarked, { people });
        return { changed: rows.length, unread: await repository.unread(caller.id, trx) };
      });
    },

    /** Toggles when `starred` is not given. */
    async star(caller: SessionUser, id: number, starred: boolean | undefined): Promise<Message> {
      return db.transaction().execute(async (trx) => {
        await repository.star(trx, id, caller.id, starred);
        await bus.emit(trx, messagesMarked, { people: [caller.id] });
        return wireMessage(await repository.one(id, trx), caller.id, address);
      });
    },
  };
}

export type MessagesService = ReturnType<typeof createMessagesService>;
