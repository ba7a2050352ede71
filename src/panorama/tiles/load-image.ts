import { PanoramaError } from "../error.ts";

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 400;

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  readonly priority?: RequestPriority | undefined;
  /** Called when the response begins, before its body arrives. */
  readonly onResponse?: (() => void) | undefined;
}

/**
 * Fetches a file, retrying after a pause on a network or server error; a response such as 404 is final at once.
 * @throws PanoramaError `load-failed`, or the signal's reason when it aborts.
 */
export async function fetchBlob(url: string, options: FetchOptions = {}): Promise<Blob> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchOnce(url, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      const isFinal = error instanceof PanoramaError;
      if (isFinal) throw error;
      if (attempt === ATTEMPTS) throw new PanoramaError("load-failed", `could not load ${url}`, url);
      await pause(FIRST_PAUSE_MS * 3 ** (attempt - 1), options.signal);
    }
  }
}

async function fetchOnce(
  url: string,
  { signal, priority = "auto", onResponse }: FetchOptions,
): Promise<Blob> {
  const response = await fetch(url, { signal: signal ?? null, priority });
  if (response.status >= 500 || response.status === 429) throw new TypeError(`answer ${response.status}`);
  if (!response.ok) throw new PanoramaError("load-failed", `answer ${response.status} for ${url}`, url);
  onResponse?.();
  return response.blob();
}

/**
 * Decodes off the main thread. Colours are not converted: the tiles are sRGB by convention, and a conversion would cost
 * more than the decode.
 * @throws PanoramaError `load-failed` when the bytes are not an image.
 */
export async function decodeImage(blob: Blob, url: string): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(blob, { premultiplyAlpha: "none", colorSpaceConversion: "none" });
  } catch {
    throw new PanoramaError("load-failed", `not a picture: ${url}`, url);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
