import { type DestinationStream, type Logger, pino } from "pino";
import { currentCall } from "./call-scope.ts";

export type Log = Logger;

/**
 * Structured lines on standard output, one JSON object each, times in UTC. Lines of one call carry its id as `request`.
 * Data that could identify a person or sign them in is removed before it is written: by the names of fields, and from
 * the messages of errors, which quote their input.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const call = currentCall();
      return call === undefined ? {} : { request: call.id };
    },
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`]),
      censor: "[cut]",
    },
    serializers: {
      error: told,
      err: told,
      cause: told,
      reason: told,
      // Fastify's own serializer would write the address with everything in it.
      req: ({ method }: { method?: string }) => ({ method }),
      res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

const secretNames = ["cookie", "authorization", "password", "token", "secret", "signature"];

/** An error by its kind, code, message and stack: its other fields hold rows, queries and inputs. */
function told(value: unknown): unknown {
  if (typeof value === "string") return withoutSecrets(value);
  if (!(value instanceof Error)) return value;
  const { code } = value as { code?: unknown };
  const { cause } = value;
  return {
    type: value.name,
    ...(typeof code === "string" && { fault: code }),
    message: withoutSecrets(value.message),
    stack: withoutSecrets(value.stack ?? ""),
    ...(cause instanceof Error && { cause: withoutSecrets(`${cause.name}: ${cause.message}`) }),
  };
}

/** Values after a name that announces a secret, the part before the @ of an address, and query strings. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, "$1 [cut]"],
  [/(\/\/)[^\s/@:]+:[^\s/@]+@/g, "$1[cut]@"],
  [/(\bhttps?:\/\/[^\s?"'<>]*\?)[^\s"'<>]*/gi, "$1[cut]"],
  [
    /("?\b(?:password|passwd|secret|token|cookie|authorization|signature|api[-_]?key)"?\s*[=:]\s*"?)[^\s",;&}]+/gi,
    "$1[cut]",
  ],
];

export const withoutSecrets = (text: string): string =>
  secrets.reduce((words, [pattern, cut]) => words.replaceAll(pattern, cut), text);
