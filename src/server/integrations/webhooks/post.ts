import { request as askPlain } from "node:http";
import { request as askSecure } from "node:https";
import type { AddressPolicy } from "#server/platform/address-policy.ts";
import { AppError } from "#server/platform/errors.ts";

export interface Posted {
  /** Null where there was no answer. */
  readonly status: number | null;
  /** The beginning of the answer, or the reason why there was none. */
  readonly answer: string;
  readonly milliseconds: number;
}

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Total timeout in milliseconds. */
  readonly patience: number;
  /** Maximum characters of the answer that are stored. */
  readonly most: number;
}

/**
 * Posts JSON to a user-supplied address. Connects only to the addresses that passed the policy's lookup, and follows no
 * redirects: they would bypass it. Never throws.
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
          // Enough for a diagnosis; an endless answer is cut off.
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

/** A sentence for the delivery log, in English; reveals nothing about this server. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (!(error instanceof Error)) return "no connection";
  if (error.name === "TimeoutError" || error.name === "AbortError") return "no answer in time";
  const { code } = error as NodeJS.ErrnoException;
  return code ?? error.message;
}
