import type { messagesApi } from "#contract/messages.ts";
import type { Samples } from "#server/platform/samples.ts";

export const samples: Samples<keyof typeof messagesApi> = {
  "GET /api/messages": () => ({ query: { include_deleted: "1", all_messages: "1" } }),
  "GET /api/messages/conversations": () => ({}),
  "GET /api/messages/unread": () => ({}),
  "GET /api/messages/recipients": () => ({}),
  "GET /api/messages/{id}": ({ id_message }) => ({ params: { id: id_message } }),
  "POST /api/messages": ({ id_user }) => ({ body: { recipient_id: id_user, content: "The gate is open." } }),
  "PUT /api/messages/mark-all-read": () => ({ body: {} }),
  "PUT /api/messages/mark-read": ({ id_message }) => ({ body: { message_ids: [id_message] } }),
  "PUT /api/messages/mark-unread": ({ id_message }) => ({ body: { message_ids: [id_message] } }),
  "PUT /api/messages/restore": ({ id_message }) => ({ body: { message_ids: [id_message] } }),
  "DELETE /api/messages/delete": ({ id_message }) => ({ body: { message_ids: [id_message] } }),
  "DELETE /api/messages/delete-read": () => ({}),
  "PUT /api/messages/star/{id}": ({ id_message }) => ({
    params: { id: id_message },
    body: { message_id: id_message, starred: true },
  }),
};
