import { createClickupClient } from "../clickup/clickup-client.ts";
import { createMondayClient } from "../monday/monday-client.ts";
import { createTrelloClient } from "../trello/trello-client.ts";
import type { ToolClientOptions } from "./clients.ts";
import type { ToolClients } from "./tool-client.ts";

export function createToolClients(options: ToolClientOptions): ToolClients {
  return {
    trello: createTrelloClient(options),
    monday: createMondayClient(options),
    clickup: createClickupClient(options),
  };
}
