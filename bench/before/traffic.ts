import type { CDPSession } from "@playwright/test";

/** A common mobile line: 10 Mbit/s, 40 ms. */
export const LINE = { bitsPerSecond: 10_000_000, latencyMs: 40 };

interface Request {
  readonly isScript: boolean;
  /** Pictures, videos and streams of users, which all come from one path. */
  readonly isMedia: boolean;
  /** Bytes as they arrived, with times in ms since the epoch. */
  readonly parts: { readonly at: number; readonly bytes: number }[];
  /** Time and total, headers included, once it is complete. */
  done: { readonly at: number; readonly bytes: number } | undefined;
}

export type Kind = "all" | "script" | "without media";

/** Transfers of one page. Times are in ms since the epoch, sizes in bytes as sent, headers included. */
export interface Traffic {
  /** Bytes that had arrived by a time. */
  bytesBy(time: number, kind: Kind): number;
  /** Time of the last request or part, and of the last one that is no media. */
  lastAt(): number;
  lastWithoutMediaAt(): number;
}

/** Slows the page down to the line without a cache, and records its transfers from now on. */
export async function recordTraffic(cdp: CDPSession): Promise<Traffic> {
  const requests = new Map<string, Request>();
  const last = { any: 0, withoutMedia: 0 };
  /** Milliseconds between the browser's monotonic clock and the epoch. */
  let offset = 0;
  const note = ({ isMedia }: Request, at: number) => {
    last.any = Math.max(last.any, at);
    if (!isMedia) last.withoutMedia = Math.max(last.withoutMedia, at);
  };
  cdp.on("Network.requestWillBeSent", ({ requestId, request, timestamp, wallTime, type }) => {
    if (!request.url.startsWith("http")) return;
    offset = (wallTime - timestamp) * 1000;
    const isMedia = type === "Media" || new URL(request.url).pathname.startsWith("/media/");
    const isScript = type === "Script" || new URL(request.url).pathname.endsWith(".js");
    const started: Request = { isScript, isMedia, parts: [], done: undefined };
    requests.set(requestId, started);
    note(started, wallTime * 1000);
  });
  cdp.on("Network.dataReceived", ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request === undefined) return;
    const at = timestamp * 1000 + offset;
    request.parts.push({ at, bytes: encodedDataLength });
    note(request, at);
  });
  cdp.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request === undefined) return;
    request.done = { at: timestamp * 1000 + offset, bytes: encodedDataLength };
    note(request, request.done.at);
  });
  await slowDown(cdp);
  return {
    bytesBy: (time, kind) =>
      [...requests.values()]
        .filter(({ isScript, isMedia }) => (kind === "script" ? isScript : kind === "all" || !isMedia))
        .reduce((sum, request) => sum + bytesOf(request, time), 0),
    lastAt: () => last.any,
    lastWithoutMediaAt: () => last.withoutMedia,
  };
}

function bytesOf({ parts, done }: Request, time: number): number {
  if (done !== undefined && done.at <= time) return done.bytes;
  return parts.filter(({ at }) => at <= time).reduce((sum, { bytes }) => sum + bytes, 0);
}

async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send("Network.enable");
  // The compression in which budgets of scripts are stated; Chromium itself prefers Brotli.
  await cdp.send("Network.setExtraHTTPHeaders", { headers: { "Accept-Encoding": "gzip" } });
  await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LINE.latencyMs,
    downloadThroughput: LINE.bitsPerSecond / 8,
    uploadThroughput: LINE.bitsPerSecond / 8,
  });
}
