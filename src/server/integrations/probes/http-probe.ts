import { type IncomingHttpHeaders, request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import { failureOf, guardedLookup, PATIENCE, ProbeFailure, refuseForbidden } from "./guarded-lookup.ts";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Question {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Maximum bytes of the answer; more is a failure. */
  readonly atMost?: number;
  /** Aborts the request, together with the rest of the probe. */
  readonly signal?: AbortSignal;
}

/** Makes one request over http or https; follows no redirects. Throws ProbeFailure. */
export async function askHttp(url: URL, question: Question = {}): Promise<HttpAnswer> {
  refuseForbidden(url.hostname);
  const { method = "GET", headers = {}, body, atMost = 2 * 1024 * 1024 } = question;
  const signal = question.signal ?? AbortSignal.timeout(PATIENCE);
  const request = url.protocol === "https:" ? tlsRequest : plainRequest;
  try {
    return await new Promise<HttpAnswer>((done, fail) => {
      const asked = request(
        url,
        {
          method,
          signal,
          agent: false,
          lookup: guardedLookup,
          headers: { "user-agent": "Sitewalk", accept: "*/*", ...headers },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          let size = 0;
          answer.on("data", (chunk: Buffer) => {
            size += chunk.length;
            if (size > atMost) answer.destroy(new ProbeFailure("too_large"));
            else chunks.push(chunk);
          });
          const { statusCode: status = 0, headers } = answer;
          answer.on("end", () => done({ status, headers, body: Buffer.concat(chunks) }));
          answer.on("error", fail);
        },
      );
      asked.on("error", fail);
      asked.end(body);
    });
  } catch (error) {
    throw failureOf(error);
  }
}
