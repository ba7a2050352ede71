import { z } from "zod";
import { Can, Code, Flag, Id, IdParams, Instant } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

/** A sender or recipient, with the data visible to the other. */
export const Correspondent = z.object({
  id: z.number(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar: z.string().nullable(),
});
export type Correspondent = z.output<typeof Correspondent>;

/** `system` messages are written by the server and have no sender. */
export const Message = z.object({
  id: z.number(),
  content: z.string(),
  type: z.enum(["system", "user"]),
  sender_id: z.number().nullable(),
  recipient_id: z.number(),
  /** By its recipient. */
  is_read: z.boolean(),
  /** Shown to the recipient alone; always false for the sender. */
  is_deleted_by_recipient: z.boolean(),
  /** By the caller, whether sender or recipient. */
  is_deleted: z.boolean(),
  /** By the caller, whether sender or recipient. */
  starred: z.boolean(),
  created_at: Instant,
  sender: Correspondent.nullable(),
  recipient: Correspondent,
});
export type Message = z.output<typeof Message>;

/** Payload of the event `new-message` on the recipient's own channel. A very long content is truncated there. */
export const NewMessage = z.object({ message: Message, unread: z.number() });
export type NewMessage = z.output<typeof NewMessage>;

/** With one user, or with the server itself (`person` null). */
export const Conversation = z.object({
  person: Correspondent.nullable(),
  /** The newest of the requested messages. */
  last: Message,
  unread: z.number(),
  /** `write`: whether the caller may currently write to this user. */
  can: Can,
});
export type Conversation = z.output<typeof Conversation>;

/** `message_ids`, `message_id`, `ids` or `id`. Messages of other users are not affected. */
const Which = z
  .object({
    message_ids: z.array(Id).max(limits.bulk).optional(),
    message_id: Id.optional(),
    ids: z.array(Id).max(limits.bulk).optional(),
    id: Id.optional(),
  })
  .transform((body) => ({
    ids: [
      ...new Set([
        ...(body.message_ids ?? []),
        ...(body.ids ?? []),
        ...[body.message_id, body.id].filter((id) => id !== undefined),
      ]),
    ],
  }))
  .refine(({ ids }) => ids.length > 0, { error: "messages.ids_required", path: ["message_ids"] });

/** Number of changed messages, and of messages that are now unread. */
const Changed = z.object({ changed: z.number(), unread: z.number() });

/** Keeps lines and tabs, but no other invisible control characters and no lone surrogates, which no database accepts. */
const writable = (text: string) => text.toWellFormed().replaceAll(/[^\P{Cc}\n\t]/gu, "");

export const messagesApi = defineApi(
  {
    "GET /api/messages": endpoint({
      access: "user",
      summary:
        "The caller's own messages, newest first, in the field `message`: a paged list of received messages; with `with`, the messages exchanged with one user; with `all_messages`, all received and sent messages as one list, at most the newest 5000.",
      query: z.object({
        /** Includes messages that the caller has deleted. */
        include_deleted: Flag.optional(),
        all_messages: Flag.optional(),
        unread: Flag.optional(),
        starred: Flag.optional(),
        /** Only between the caller and this user; 0 for the server's own. */
        with: z.coerce.number().int().min(0).optional(),
        /** Older than this message. */
        before: Id.optional(),
        page: z.coerce.number().int().min(1).max(100_000).default(1),
        per_page: z.coerce.number().int().min(1).max(100).default(25),
        search: z.string().trim().max(limits.search.text).optional(),
      }),
      response: z.object({
        status: z.literal("success"),
        success: z.literal(true),
        message: z.union([
          z.array(Message),
          z.object({
            data: z.array(Message),
            current_page: z.number(),
            per_page: z.number(),
            total: z.number(),
          }),
        ]),
      }),
      envelope: false,
    }),
    "GET /api/messages/conversations": endpoint({
      access: "user",
      summary:
        "List the caller's conversations, one per person, newest first. `search` matches names and message text.",
      query: z.object({
        search: z.string().trim().max(limits.search.text).optional(),
        include_deleted: Flag.optional(),
        /** With unread messages. */
        unread: Flag.optional(),
        /** With messages that the caller has starred. */
        starred: Flag.optional(),
        /** Only with this user; 0 for the server. */
        with: z.coerce.number().int().min(0).optional(),
        page: z.coerce.number().int().min(1).max(10_000).default(1),
        per_page: z.coerce.number().int().min(1).max(100).default(25),
      }),
      response: z.object({
        items: z.array(Conversation),
        total: z.number(),
        page: z.number(),
        per_page: z.number(),
      }),
    }),
    "GET /api/messages/unread": endpoint({
      access: "user",
      summary: "The number of unread messages of the caller.",
      response: z.object({ unread: z.number() }),
    }),
    "GET /api/messages/recipients": endpoint({
      access: "user",
      summary: "List people the caller can write to, by name; at most 20.",
      query: z.object({
        search: z.string().trim().max(limits.search.text).default(""),
        /** Only this user, if the caller may write to them; by id or by the code of the public page. */
        id: Id.optional(),
        code: Code.optional(),
      }),
      response: z.array(Correspondent),
    }),
    "GET /api/messages/{id}": endpoint({
      access: { can: "message.view", by: "id" },
      summary: "One message, for its sender and its recipient.",
      params: IdParams,
      response: Message,
    }),
    "POST /api/messages": endpoint({
      access: "user",
      whenOverdue: "open",
      summary: "Send a message: to people in the caller's projects, and to and from super admins.",
      body: z.object({
        recipient_id: Id,
        content: z
          .string({ error: "messages.content_required" })
          .overwrite(writable)
          .trim()
          .min(1, { error: "messages.content_required" })
          .max(limits.message.content, { error: "messages.content_long" }),
      }),
      response: Message,
      status: 201,
      message: "Message sent",
      perMinute: 60,
    }),
    "PUT /api/messages/mark-all-read": endpoint({
      access: "user",
      summary: "Mark all received messages as read; with `up_to`, only those up to this message.",
      body: z.object({ up_to: Id.optional() }).optional(),
      response: Changed,
      openToDemo: true,
    }),
    "PUT /api/messages/mark-read": endpoint({
      access: "user",
      summary: "Mark messages as read.",
      body: Which,
      response: Changed,
      openToDemo: true,
    }),
    "PUT /api/messages/mark-unread": endpoint({
      access: "user",
      summary: "Mark messages as unread.",
      body: Which,
      response: Changed,
      openToDemo: true,
    }),
    "PUT /api/messages/restore": endpoint({
      access: "user",
      summary: "Restore deleted messages.",
      body: Which,
      response: Changed,
    }),
    "DELETE /api/messages/delete": endpoint({
      access: "user",
      summary: "Delete messages from the caller's inbox. The other person keeps them.",
      body: Which,
      response: Changed,
    }),
    "DELETE /api/messages/delete-read": endpoint({
      access: "user",
      summary: "Delete all received messages that are read and not starred.",
      response: Changed,
    }),
    "PUT /api/messages/star/{id}": endpoint({
      access: { can: "message.view", by: "id" },
      summary: "Star or unstar a message for the caller; toggles if `starred` is not sent.",
      params: IdParams,
      body: z.object({ message_id: Id.optional(), starred: Flag.optional() }),
      response: Message,
    }),
  },
  "account",
);
