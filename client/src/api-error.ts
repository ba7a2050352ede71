import type { ErrorCode, FieldErrors } from "./types.ts";

export interface ApiErrorDetail {
  readonly status: number;
  readonly code: ErrorCode | "NETWORK" | "TIMEOUT" | "UNKNOWN";
  readonly message: string;
  readonly fields?: FieldErrors;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Seconds to wait, if the server sent them. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/**
 * Error returned by the server, by its code; `NETWORK` when it could not be reached, `TIMEOUT` when the time limit
 * passed, `UNKNOWN` when the response is not from Sitewalk. `status` is 0 without a response.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorDetail["code"];
  /** Messages by the path of the field that they refer to. */
  readonly fields: FieldErrors;
  /** Values of the message's placeholders: `scope` of TOKEN_SCOPE, `n` of a limit. */
  readonly values: Readonly<Record<string, string | number>>;
  readonly retryAfter: number | undefined;

  constructor({ status, code, message, fields = {}, values = {}, retryAfter, cause }: ApiErrorDetail) {
    super(message, { cause });
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.values = values;
    this.retryAfter = retryAfter;
  }
}

/** Builds the error for a response from any sender: one that is not our JSON is described by its status. */
export function refusalOf(status: number, text: string, retryAfter: number | undefined): ApiError {
  const body = parse(text);
  const { code, message, errors, values } = body as {
    code?: ErrorCode;
    message?: string;
    errors?: FieldErrors;
    values?: Record<string, string | number>;
  };
  return new ApiError({
    status,
    code: code ?? "UNKNOWN",
    message: message ?? `The server answered ${status}.`,
    ...(errors !== undefined && { fields: errors }),
    ...(values !== undefined && { values }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

export function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
