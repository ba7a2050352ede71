import { createOutsideCall, type OutsideRequest } from "../outside-call.ts";
import { OutsideFailure } from "../outside-failure.ts";
import type { ToolClientOptions } from "../tools/clients.ts";
import type { ToolFailureKind, ToolTokens } from "../tools/tool-client.ts";
import { toolFailure } from "../tools/tool-trouble.ts";

/** Calls to Trello's REST API on behalf of a user. Throws `ToolFailure`. */
export function createTrelloCall(options: ToolClientOptions, api: string) {
  const { clock, app } = options;
  const outside = createOutsideCall({ service: "Trello", ...options });

  return async function call(
    tokens: ToolTokens,
    method: OutsideRequest["method"],
    path: string,
    more: Pick<OutsideRequest, "query" | "json" | "multipart" | "isRepeatable"> = {},
  ): Promise<unknown> {
    const { query, ...body } = more;
    const older = isOlder(tokens) ? { key: tokens.key ?? app("trello").key, token: tokens.access } : null;
    const answer = await outside({
      method,
      url: `${api}${path}`,
      query: { ...query, ...older },
      headers: older === null ? { authorization: `Bearer ${tokens.access}` } : {},
      secrets: [tokens.access],
      ...body,
    }).catch((error: unknown) => {
      throw toolFailure(patient(error), clock, kindOf(error));
    });
    return answer.body;
  };
}

export type TrelloCall = ReturnType<typeof createTrelloCall>;

/** Whether the token belongs to a key rather than to OAuth 2.0, whose tokens always have a refresh token. */
export const isOlder = ({ way, key, refresh }: ToolTokens) =>
  way === "token" || key !== undefined || refresh === undefined;

/** Trello reports errors in plain text; it also answers 401 for content that the account may not see. */
function kindOf(error: unknown): ToolFailureKind | undefined {
  if (!(error instanceof OutsideFailure)) return undefined;
  const { status, message } = error;
  if (status === 401) return /permission requested/.test(message) ? "not_found" : "reauth";
  if (status === 413) return "storage_full";
  if (status === 400 && /invalid value for idList/.test(message)) return "unknown_status";
  if (status === 400 && /invalid id\b/.test(message)) return "not_found";
  return undefined;
}

/** Trello gives no time to wait; its limits are per ten seconds. */
function patient(error: unknown): unknown {
  if (!(error instanceof OutsideFailure) || error.trouble !== "busy" || error.wait !== undefined)
    return error;
  const { message, trouble, status, code, isUnsure } = error;
  return new OutsideFailure(message, { trouble, status, code, isUnsure, wait: 10 });
}
