import { z } from "zod";
import { definedOnly } from "#server/platform/defined-only.ts";

/** Addresses of external tools. None ends in a slash. */
export interface IntegrationEndpoints {
  readonly trello: {
    /** Address of the REST API, with its version. */
    readonly api: string;
    /** Page of the older flow, on which a user gets a token for a key. */
    readonly authorize: string;
    /** OAuth 2.0 page, as Atlassian runs it for Trello. */
    readonly oauth_authorize: string;
    /** Configurable separately: the published OpenAPI document prints another path than programs use. */
    readonly oauth_token: string;
  };
  readonly monday: {
    /** GraphQL; files are uploaded to the same address with `/file` appended. */
    readonly api: string;
    readonly authorize: string;
    readonly token: string;
    readonly revoke: string;
  };
  readonly clickup: {
    /** Address of the REST API, with its version; tokens are issued at `/oauth/token` below it. */
    readonly api: string;
    readonly authorize: string;
  };
  readonly autodesk: {
    readonly api: string;
    /** Returns the owner of a token. */
    readonly profile: string;
    /** Folder of the viewer's script and styles, in the version that the pages require. */
    readonly viewer: string;
  };
}

const published: IntegrationEndpoints = {
  trello: {
    api: "https://api.trello.com/1",
    authorize: "https://trello.com/1/authorize",
    oauth_authorize: "https://auth.atlassian.com/authorize",
    oauth_token: "https://auth.atlassian.com/oauth/token",
  },
  monday: {
    api: "https://api.monday.com/v2",
    authorize: "https://auth.monday.com/oauth2/authorize",
    token: "https://auth.monday.com/oauth_ms/oauth/token",
    revoke: "https://auth.monday.com/oauth_ms/oauth/revoke",
  },
  clickup: {
    api: "https://api.clickup.com/api/v2",
    authorize: "https://app.clickup.com/api",
  },
  autodesk: {
    api: "https://developer.api.autodesk.com",
    profile: "https://api.userprofile.autodesk.com/userinfo",
    viewer: "https://developer.api.autodesk.com/modelderivative/v2/viewers/7.*",
  },
};

const onThisMachine = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Secrets are sent there: only https may leave this machine. */
const Address = z
  .url({ abort: true, protocol: /^https?$/ })
  .refine((text) => new URL(text).protocol === "https:" || onThisMachine.has(new URL(text).hostname), {
    error: "must be https, or http on this machine",
  })
  .transform((text) => text.replace(/\/+$/, ""));

const Other = z
  .strictObject({
    trello: z
      .strictObject({ api: Address, authorize: Address, oauth_authorize: Address, oauth_token: Address })
      .partial(),
    monday: z.strictObject({ api: Address, authorize: Address, token: Address, revoke: Address }).partial(),
    clickup: z.strictObject({ api: Address, authorize: Address }).partial(),
    autodesk: z.strictObject({ api: Address, profile: Address, viewer: Address }).partial(),
  })
  .partial();

/**
 * Returns the published addresses, with the replacements in `json` (of `INTEGRATION_ENDPOINTS`). Throws one readable
 * sentence.
 */
export function readIntegrationEndpoints(json: string): IntegrationEndpoints {
  if (json === "") return published;
  const parsed = Other.safeParse(parseJson(json));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(
      `Invalid configuration.\nINTEGRATION_ENDPOINTS ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`,
    );
  }
  const { trello, monday, clickup, autodesk } = parsed.data;
  return {
    trello: { ...published.trello, ...definedOnly(trello ?? {}) },
    monday: { ...published.monday, ...definedOnly(monday ?? {}) },
    clickup: { ...published.clickup, ...definedOnly(clickup ?? {}) },
    autodesk: { ...published.autodesk, ...definedOnly(autodesk ?? {}) },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
