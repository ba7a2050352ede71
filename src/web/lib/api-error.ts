import type { ErrorCode, FieldErrors } from "#contract/errors.ts";

/** The server's refusal, or `NETWORK` / `TIMEOUT` when it could not be reached. `status` is 0 then. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | "NETWORK" | "TIMEOUT" | "UNKNOWN";
  /** Messages by field; each is a translation key where the contract gives one. */
  readonly fields: FieldErrors;
  /** Values for the placeholders of the translated message. */
  readonly values: Readonly<Record<string, string | number>>;
  /** The text of the status line, such as `Forbidden`; empty where there was none. */
  readonly statusText: string;
  /** The answer's `error`, where other servers name the failure; empty otherwise. */
  readonly error: string;
  /** The request's id in the server's log; empty where there was no answer. */
  readonly reference: string;

  constructor(
    status: number,
    code: ApiError["code"],
    message: string,
    detail: {
      fields?: FieldErrors;
      values?: Record<string, string | number>;
      statusText?: string;
      error?: string;
      reference?: string;
    } = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.fields = detail.fields ?? {};
    this.values = detail.values ?? {};
    this.statusText = detail.statusText ?? "";
    this.error = detail.error ?? "";
    this.reference = detail.reference ?? "";
  }
}

/** A response of either transport. */
export interface Reply {
  status: number;
  statusText?: string;
  reference?: string | null;
  body: unknown;
}

export const timedOut = () => new ApiError(0, "TIMEOUT", "The request timed out. Please try again.");
export const unreachable = () =>
  new ApiError(
    0,
    "NETWORK",
    "Network connection error. Please check your internet connection and try again.",
  );

export function parse(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** The error of a response that came by another transport than `call`. */
export const refusalOf = (status: number, text: string): ApiError => refusal({ status, body: parse(text) });

/** The error of a response. 408 is that of a server whose patience ended before the request had arrived. */
export function refusal({ status, statusText = "", reference, body }: Reply): ApiError {
  if (status === 408) return timedOut();
  const refused = (body ?? {}) as {
    code?: ErrorCode;
    message?: string;
    error?: unknown;
    errors?: FieldErrors;
    values?: Record<string, string | number>;
  };
  return new ApiError(status, refused.code ?? "UNKNOWN", refused.message ?? "", {
    ...(refused.errors ? { fields: refused.errors } : {}),
    ...(refused.values ? { values: refused.values } : {}),
    ...(typeof refused.error === "string" && { error: refused.error }),
    ...(typeof reference === "string" && { reference }),
    statusText,
  });
}
