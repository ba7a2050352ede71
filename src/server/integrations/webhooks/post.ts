import { request as askPlain } from "node:http";
import { request as askSecure } from "node:https";
import type { AddressPolicy } from "#server/platform/address-policy.ts";
import { AppError } from "#server/platform/errors.ts";

export interface Posted {
  /** Null where there was no answer. */
  readonly status: number | null;
  /** The beginning of the answer, or why there was none. */
  readonly answer: string;
  readonly milliseconds: number;
}

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds for all of it. */
  readonly patience: number;
  /** Characters of the answer that are kept. */
  readonly most: number;
}

/**
 * Posts JSON to an address that somebody named. The connection is made to what the policy looked up and nothing else,
 * and redirections are not followed: they would lead past it. Never throws.
 */
export async function post(
  { url, headers, body, patience, most }: Post,
  policy: AddressPolicy,
): Promise<Posted> {
  const began = performance.now();
  const done = (status: number | null, answer: string): Posted => ({
    status,
    answer: answer.slice(0, most),
    milliseconds: Math.round(performance.now() - began),
  });
  try {
    const target = new URL(url);
    const reach = await policy.reach(target);
    return await new Promise<Posted>((resolve, reject) => {
      const sent = (target.protocol === "https:" ? askSecure : askPlain)(target, {
        method: "POST",
        agent: false,
        lookup: reach.lookup,
        signal: AbortSignal.timeout(patience),
        headers: {
          "content-type": "application/json",
          "user-agent": "Sitewalk-Webhooks",
          "content-length": Buffer.byteLength(body),
          ...headers,
        },
      });
      sent.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          text += part;
          // Enough to tell what is wrong; a receiver that goes on for ever is cut off.
          if (text.length >= most) {
            resolve(done(response.statusCode ?? null, text));
            response.destroy();
          }
        });
        response.on("end", () => resolve(done(response.statusCode ?? null, text)));
        response.on("error", reject);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  } catch (error) {
    return done(null, reasonOf(error));
  }
}

/** A sentence for the log of deliveries, in English; nothing of ourselves. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (!(error instanceof Error)) return "no connection";
  if (error.name === "TimeoutError" || error.name === "AbortError") return "no answer in time";
  const { code } = error as NodeJS.ErrnoException;
  return code ?? error.message;
}
