import type { Route } from "#contract/index.ts";
import { parse, type Reply, timedOut, unreachable } from "./api-error.ts";
import {
  address,
  type CallOptions,
  csrfToken,
  type Given,
  type Input,
  type Output,
  referenceHeader,
  type Scalar,
  settle,
  timeout,
} from "./client.ts";
import { keepAwake } from "./keep-awake.ts";
import { touchActivity } from "./shared-activity.ts";

export interface UploadOptions extends CallOptions {
  /** Share of the body that has been sent, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Milliseconds; 0 waits indefinitely. Five minutes by default. */
  timeout?: number;
}

interface Files {
  readonly files: Readonly<Record<string, File>>;
}

/**
 * Like `call`, with files and upload progress. The text fields come first, so that a refusal comes early. Not in
 * `client.ts`, which is part of the first script of every page: none of them begins by sending a file.
 */
export function upload<R extends Route>(
  route: R,
  input: Input<R> & Files,
  options?: UploadOptions,
): Promise<Output<R>>;
export async function upload(
  route: Route,
  given: Given & Files,
  options: UploadOptions = {},
): Promise<unknown> {
  const { method, url } = address(route, given);
  const send = () => {
    const form = new FormData();
    for (const [name, value] of Object.entries((given.body ?? {}) as Record<string, Scalar | undefined>)) {
      if (value !== undefined) form.append(name, String(value));
    }
    for (const [name, file] of Object.entries(given.files)) form.append(name, file, file.name);
    return transfer(method, url, form, options);
  };
  const rest = keepAwake();
  try {
    return await settle(route, method, options, send);
  } finally {
    rest();
  }
}

function transfer(method: string, url: string, form: FormData, options: UploadOptions): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.timeout = options.timeout ?? timeout;
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("x-csrf-token", csrfToken());
    request.upload.addEventListener("progress", (event) => {
      // A hidden page has throttled timers; upload progress counts as activity.
      touchActivity();
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    });
    request.upload.addEventListener("load", () => options.onProgress?.(1));
    request.addEventListener("load", () =>
      resolve({
        status: request.status,
        reference: request.getResponseHeader(referenceHeader),
        body: parse(request.responseText),
      }),
    );
    request.addEventListener("error", () => reject(unreachable()));
    request.addEventListener("timeout", () => reject(timedOut()));
    request.addEventListener("abort", () =>
      reject(new DOMException("The upload was stopped.", "AbortError")),
    );
    options.signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
