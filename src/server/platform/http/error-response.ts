import type { FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";

/** The response body of a refusal. */
export function errorBody(error: AppError): Record<string, unknown> {
  return {
    status: "error",
    success: false,
    code: error.code,
    message: error.message,
    ...(error.fields === undefined ? {} : { errors: error.fields }),
    ...(Object.keys(error.values).length === 0 ? {} : { values: error.values }),
  };
}

/** Maps every error to one of the contract's refusals; an unforeseen one is logged in full. */
export function toAppError(error: unknown, request: FastifyRequest, log: Log): AppError {
  if (error instanceof AppError) return error;
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (statusCode === 413) return new AppError("FILE_TOO_LARGE");
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError("BAD_REQUEST", { cause: error });
  if (isDatabaseAway(code ?? "", error)) {
    log.warn({ fault: code ?? String(error) }, "database away");
    return new AppError("UNAVAILABLE", { cause: error });
  }
  // PostgreSQL has no space left: reading continues, and writing does so as soon as there is space.
  if (code === "53100") {
    log.error({ fault: code }, "the database's disk is full");
    return new AppError("NO_ROOM", { cause: error });
  }
  if (code === "EMFILE" || code === "ENFILE") {
    log.error({ fault: code }, "no more files can be opened: raise the open-files limit");
    return new AppError("UNAVAILABLE", { cause: error });
  }
  log.error({ error, method: request.method, route: request.routeOptions.url }, "call failed");
  return new AppError("SERVER", { cause: error });
}

/**
 * Connection lost or refused, or the server says it is starting or stopping. The driver identifies some by message
 * alone.
 */
function isDatabaseAway(code: string, error: unknown): boolean {
  return (
    (error instanceof Error && driverWords.test(error.message)) ||
    code === "ECONNREFUSED" ||
    code === "ECONNRESET" ||
    code === "EPIPE" ||
    // The socket of the embedded server, and not a file that was to be read.
    (code === "ENOENT" && (error as NodeJS.ErrnoException).syscall === "connect") ||
    /^(57P0|08)/.test(code)
  );
}

const driverWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
