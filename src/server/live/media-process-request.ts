import { type Agent, type IncomingMessage, request } from "node:http";

/** Milliseconds that the media process gets to answer, also one that has just started. */
const HOLD_MS = 15_000;
/** Headers of its answers that are passed on to viewers. */
const passed = ["content-type", "content-length", "cache-control"] as const;

export interface MediaProcessRequest {
  readonly agent: Agent;
  readonly port: number;
  /** The part of a viewer's address after `/media/live/`, with its query. */
  readonly path: string;
  readonly method?: "GET" | "HEAD";
  /** Ends the request and its answer. */
  readonly signal?: AbortSignal;
}

/** The answer of the media process on this machine, as soon as it begins; rejects when it gives none. */
export function askMediaProcess({ path, ...options }: MediaProcessRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, host: "127.0.0.1", path: `/live/${path}`, timeout: HOLD_MS }, resolve);
    sent.on("timeout", () => sent.destroy(new Error("no answer of the media process")));
    sent.on("error", reject);
    sent.end();
  });
}

export const headersToPass = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    passed.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
