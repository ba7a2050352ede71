import { AwsClient } from "aws4fetch";

export interface AwsSettings {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials; empty otherwise. */
  readonly sessionToken: string;
}

/** The service refused, or was not reached: its own error name and message. */
export class AwsFailure extends Error {
  /** 0 when there was no answer at all. */
  readonly status: number;
  /** The service's error name: `ConflictException`, `NotFoundException`. */
  readonly kind: string;

  constructor(status: number, kind: string, detail: string) {
    super(detail);
    this.name = "AwsFailure";
    this.status = status;
    this.kind = kind;
  }
}

const patience = 20_000;
const tries = 4;
/** Milliseconds before the first retry; each further one doubles. */
const firstPause = 200;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * JSON calls to one AWS service, signed (Signature Version 4). Throttling and internal errors are retried; a creation
 * therefore carries an idempotency token. Throws `AwsFailure`.
 */
export function createAwsClient(settings: AwsSettings, service: string, endpoint: string) {
  const client = new AwsClient({ ...settings, service, retries: 0 });
  const base = endpoint.replace(/\/+$/, "");

  async function once(method: string, path: string, body: string | undefined): Promise<unknown> {
    const response = await client
      .fetch(`${base}${path}`, {
        method,
        headers: { "content-type": "application/json" },
        redirect: "error",
        signal: AbortSignal.timeout(patience),
        ...(body !== undefined && { body }),
      })
      .catch((error: unknown) => {
        throw new AwsFailure(0, "Unreachable", error instanceof Error ? error.message : String(error));
      });
    const text = await response.text();
    const told = readJson(text);
    if (response.ok) return told;
    const kind = response.headers.get("x-amzn-errortype")?.split(":")[0] ?? `Status${response.status}`;
    const sentence = told["message"] ?? told["Message"];
    throw new AwsFailure(response.status, kind, typeof sentence === "string" ? sentence : kind);
  }

  return async function call<T>(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: unknown,
  ): Promise<T> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    for (let attempt = 1; ; attempt++) {
      try {
        return (await once(method, path, text)) as T;
      } catch (error) {
        const isPassing =
          error instanceof AwsFailure && (error.status === 429 || error.status >= 500 || error.status === 0);
        if (!isPassing || attempt === tries) throw error;
        await pause(firstPause * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
      }
    }
  };
}

export type AwsCall = ReturnType<typeof createAwsClient>;

function readJson(text: string): Record<string, unknown> {
  try {
    return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  } catch {
    return {};
  }
}
