import { createOutsideCall, type OutsideRequest } from "../outside-call.ts";
import { OutsideFailure } from "../outside-failure.ts";
import type { ToolClientOptions } from "../tools/clients.ts";
import type { ToolFailureKind, ToolTokens } from "../tools/tool-client.ts";
import { toolFailure } from "../tools/tool-trouble.ts";

/** Calls to ClickUp's REST API on behalf of a user. Throws `ToolFailure`. */
export function createClickupCall(options: ToolClientOptions, api: string) {
  const outside = createOutsideCall({ service: "ClickUp", ...options });

  return async function call(
    tokens: ToolTokens,
    method: OutsideRequest["method"],
    path: string,
    more: Pick<OutsideRequest, "query" | "json" | "multipart"> = {},
  ): Promise<unknown> {
    // A personal token is sent without the `Bearer` prefix.
    const authorization = tokens.way === "token" ? tokens.access : `Bearer ${tokens.access}`;
    const answer = await outside({ method, url: `${api}${path}`, headers: { authorization }, ...more }).catch(
      (error: unknown) => {
        throw toolFailure(error, options.clock, kindOf(error));
      },
    );
    return answer.body;
  };
}

export type ClickupCall = ReturnType<typeof createClickupCall>;

/**
 * Codes with which a 401 means that the token is valid but not for this workspace: the resource is hidden, nothing
 * more.
 */
const hidden = new Set(["OAUTH_023", "OAUTH_026", "OAUTH_027"]);

function kindOf(error: unknown): ToolFailureKind | undefined {
  if (!(error instanceof OutsideFailure)) return undefined;
  const { status, message } = error;
  const code = (error.body as { ECODE?: unknown } | null)?.ECODE;
  if (code === "GBUSED_005") return "storage_full";
  if (status === 401 && typeof code === "string" && hidden.has(code)) return "not_found";
  if (status === 400 && /status/i.test(message)) return "unknown_status";
  return undefined;
}
