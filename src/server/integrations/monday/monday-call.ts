import type { Clock } from "#server/platform/clock.ts";
import { createOutsideCall, type OutsideRequest } from "../outside-call.ts";
import { OutsideFailure } from "../outside-failure.ts";
import type { ToolClientOptions } from "../tools/clients.ts";
import { ToolFailure, type ToolFailureKind, type ToolTokens } from "../tools/tool-client.ts";
import { toolFailure } from "../tools/tool-trouble.ts";

/** API version that this client targets. */
export const apiVersion = "2026-01";

interface MondayError {
  readonly message?: unknown;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface Asked {
  readonly variables?: Readonly<Record<string, unknown>>;
  /** A mutation that creates something, and is therefore never retried. */
  readonly isCreation?: boolean;
  /** Idempotency key of a creation; the service recognizes it for half an hour. */
  readonly key?: string;
  /** For the variable `$file`. */
  readonly file?: { readonly name: string; readonly type: string; readonly bytes: Uint8Array };
}

/** Requests to monday.com's GraphQL API on behalf of a user. Returns `data`; throws `ToolFailure`. */
export function createMondayCall(options: ToolClientOptions, api: string) {
  const { clock } = options;
  const isFinal = (body: unknown) => codeIn(body) === dayIsOver;
  const outside = createOutsideCall({ service: "monday.com", sentenceOf: saidIn, isFinal, ...options });

  return async function call(
    { way, access }: ToolTokens,
    query: string,
    { variables = {}, isCreation = false, key, file }: Asked = {},
  ): Promise<unknown> {
    const answer = await outside({
      method: "POST",
      url: file === undefined ? api : `${api}/file`,
      headers: {
        // A personal token is sent without the `Bearer` prefix, like the vendor's own client does.
        authorization: way === "token" ? access : `Bearer ${access}`,
        "api-version": apiVersion,
        ...(key !== undefined && { "idempotency-key": key }),
      },
      isRepeatable: !isCreation,
      ...(file === undefined
        ? { json: { query, variables } }
        : { multipart: upload(query, variables, file) }),
    }).catch((error: unknown) => {
      if (error instanceof OutsideFailure) throw failureIn(error, error.body, clock);
      throw error;
    });
    const body = answer.body as { readonly data?: unknown; readonly errors?: unknown } | null;
    // Most errors are reported with status 200.
    if (body === null || body.data === undefined || firstError(body) !== undefined) {
      const failure = new OutsideFailure(`monday.com: ${saidIn(body).text ?? "no answer"}`, {
        trouble: "refused",
        status: answer.status,
        isUnsure: body === null && isCreation,
      });
      throw failureIn(failure, body, clock);
    }
    return body.data;
  };
}

export type MondayCall = ReturnType<typeof createMondayCall>;

/** The multipart form for files: the query, its other variables, and the file by the name of its variable. */
function upload(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  file: NonNullable<Asked["file"]>,
): NonNullable<OutsideRequest["multipart"]> {
  const form = new FormData();
  form.append("query", query);
  form.append("variables", JSON.stringify(variables));
  form.append("variables[file]", new Blob([Buffer.from(file.bytes)], { type: file.type }), file.name);
  return form;
}

function firstError(body: unknown): MondayError | undefined {
  const errors = (body as { errors?: unknown } | null)?.errors;
  return Array.isArray(errors) ? (errors[0] as MondayError | undefined) : undefined;
}

/** The error code: in the extensions of the first error, or at the top in older answers. */
function codeIn(body: unknown): string {
  const code =
    firstError(body)?.extensions?.["code"] ?? (body as { error_code?: unknown } | null)?.error_code;
  return typeof code === "string" ? code : "";
}

function saidIn(body: unknown): { readonly code?: string; readonly text?: string } {
  if (typeof body === "string") return body.includes("<") || body === "" ? {} : { text: body };
  const older = body as { error_message?: unknown; error?: unknown; error_description?: unknown } | null;
  const text = [firstError(body)?.message, older?.error_message, older?.error_description, older?.error].find(
    (value): value is string => typeof value === "string",
  );
  return { code: codeIn(body), ...(text !== undefined && { text }) };
}

const dayIsOver = "DAILY_LIMIT_EXCEEDED";
const kinds: readonly (readonly [RegExp, ToolFailureKind])[] = [
  [new RegExp(`^${dayIsOver}$`), "quota_day"],
  [/COMPLEXITY|RATE_LIMIT|MINUTE_LIMIT|CONCURRENCY|IP_RATE_LIMIT/i, "rate_limited"],
  [/UNAUTHENTICATED|NOT_AUTHENTICATED|INVALID_TOKEN|^Unauthorized$/i, "reauth"],
  [/STORAGE|FILE_SIZE/i, "storage_full"],
  [/NOT_?FOUND|InvalidBoardId|InvalidItemId|ITEM_NOT|BOARD_NOT/i, "not_found"],
  [/INTERNAL_SERVER_ERROR/, "passing"],
];

/** Callers distinguish a column's refusal from other errors by the service's error code. */
export class MondayFailure extends ToolFailure {
  readonly code: string;

  constructor(failure: ToolFailure, code: string) {
    super(failure.kind, failure.reason, failure);
    this.code = code;
  }
}
/** The service's error code; empty where it gave none. */
export const codeOf = (failure: unknown) => (failure instanceof MondayFailure ? failure.code : "");

function failureIn(error: OutsideFailure, body: unknown, clock: Clock): MondayFailure {
  const code = codeIn(body);
  const kind = kinds.find(([pattern]) => pattern.test(code))?.[1];
  const wait = error.wait ?? secondsIn(body);
  const now = clock.now();
  // The daily quota resets at midnight, UTC.
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
  const usual = toolFailure(error, clock, kind);
  const later = wait === undefined ? usual.retryAt : new Date(now.getTime() + wait * 1000);
  const retryAt = kind === "quota_day" ? midnight : later;
  return new MondayFailure(
    new ToolFailure(usual.kind, usual.reason, { retryAt, isUnsure: usual.isUnsure }),
    code,
  );
}

function secondsIn(body: unknown): number | undefined {
  const seconds = firstError(body)?.extensions?.["retry_in_seconds"];
  return typeof seconds === "number" ? seconds : undefined;
}
