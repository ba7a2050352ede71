import { z } from "zod";

/** Settings of external tools. For signed-in users: whether a tool is enabled at all. */
export const integrationSwitches = {
  adsk_enable: z.boolean(),
  trello_enabled: z.boolean(),
  monday_enabled: z.boolean(),
  ms_project_enabled: z.boolean(),
  clickup_enabled: z.boolean(),
} as const;

const line = z.string().trim().max(255);

/** For super admins: this installation's registration with each tool. Without it users connect with tokens of their own. */
export const integrationKeys = {
  adsk_client_id: line,
  /** Trello's older key, with which users get a token; and the client of its OAuth 2.0. */
  trello_key: line,
  trello_client_id: line,
  monday_client_id: line,
  clickup_client_id: line,
  /** Private network ranges to which webhooks may be sent; public addresses are always allowed. */
  webhook_networks: z.array(z.string().trim().min(2).max(50)).max(100),
} as const;

export const integrationSecrets = [
  "adsk_client_secret",
  /** Secret of the older key: signs Trello's webhooks. */
  "trello_secret",
  "trello_client_secret",
  "monday_client_secret",
  /** Signs Monday's webhooks. */
  "monday_signing_secret",
  "clickup_client_secret",
] as const;

export const integrationDefaults = {
  adsk_enable: true,
  trello_enabled: false,
  monday_enabled: false,
  ms_project_enabled: false,
  clickup_enabled: false,
  adsk_client_id: "",
  trello_key: "",
  trello_client_id: "",
  monday_client_id: "",
  clickup_client_id: "",
  webhook_networks: [] as string[],
};
