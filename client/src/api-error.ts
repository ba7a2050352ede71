import type { ErrorCode, FieldErrors } from "./types.ts";

export interface ApiErrorDetail {
  readonly status: number;
  readonly code: ErrorCode | "NETWORK" | "TIMEOUT" | "UNKNOWN";
  readonly message: string;
  readonly fields?: FieldErrors;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Seconds to wait, where the server said so. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/**
 * What the server refused, by its code; `NETWORK` where it could not be reached, `TIMEOUT` where it was not waited
 * for longer, `UNKNOWN` where what answered is no Sitewalk. `status` is 0 where there was no answer.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorDetail["code"];
  /** Sentences by the path of the field that they are about. */
  readonly fields: FieldErrors;
  /** What fills the sentence's places: `scope` of TOKEN_SCOPE, `n` of a limit. */
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

/** The refusal in an answer, whoever gave it: what is no JSON of ours is told by its status. */
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
