import type { ErrorCode } from "#contract/errors.ts";
import { ToolFailure, type ToolFailureKind } from "#server/integrations/tools/tool-client.ts";
import { AppError } from "#server/platform/errors.ts";

const codes: Readonly<Record<ToolFailureKind, ErrorCode>> = {
  // Never a 401: that would end the caller's own session.
  reauth: "TOOL_REAUTH",
  refused: "TOOL_REFUSED",
  not_found: "TOOL_BOARD_UNKNOWN",
  rate_limited: "TOOL_BUSY",
  quota_day: "TOOL_BUSY",
  passing: "TOOL_SILENT",
  storage_full: "TOOL_FAILED",
  unknown_status: "TOOL_STATUS_UNKNOWN",
};

/**
 * Maps a tool's error to one for the caller; `other` overrides the meaning of a kind for this one call. Any other error
 * is returned unchanged.
 */
function asRefusal(error: unknown, other: Partial<Record<ToolFailureKind, ErrorCode>> = {}): unknown {
  if (!(error instanceof ToolFailure)) return error;
  const code = other[error.kind] ?? codes[error.kind];
  return new AppError(code, { values: { reason: error.reason }, cause: error });
}

/** Runs a call to a tool for a caller who waits for the answer. */
export async function answering<T>(
  run: () => Promise<T>,
  other?: Partial<Record<ToolFailureKind, ErrorCode>>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw asRefusal(error, other);
  }
}
