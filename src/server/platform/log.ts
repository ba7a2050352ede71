import { type Logger, pino } from "pino";

export type Log = Logger;

/** Structured lines on standard output. What could identify or sign somebody in is cut out before it is written. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ["req.headers.cookie", "req.headers.authorization", "*.password", "*.token"],
      censor: "[cut]",
    },
  });
}
