import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

/** A network link between server and browser; all connections share it. */
export interface Line {
  readonly bytesPerSecond: number;
  readonly latencyMs: number;
}

export interface StaticServer {
  readonly url: string;
  /** Bytes of bodies sent since the start. */
  readonly bytes: number;
  /** Paths requested since the start. */
  readonly requests: readonly string[];
  /** Every request (no bytes) and every chunk of a response, with its time in ms since 1970. */
  readonly traffic: readonly { readonly at: number; readonly path: string; readonly bytes: number }[];
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".webp": "image/webp",
  ".jpg": "image/jpeg",
  ".json": "application/json",
};

/** Chunk size, in bytes, in which responses take turns on the link. */
const CHUNK = 8192;

/**
 * Serves folders over HTTP, optionally at the speed of a given link: bodies of all responses share the bandwidth chunk
 * by chunk, and every response waits one round trip.
 * @param folders path prefix to folder, for instance `{ "/": "/tmp/page" }`; the longest prefix wins.
 */
export async function serveFolders(
  folders: Readonly<Record<string, string>>,
  line?: Line,
): Promise<StaticServer> {
  const requests: string[] = [];
  const traffic: { at: number; path: string; bytes: number }[] = [];
  let bytes = 0;
  let lineFreeAt = 0;

  const sendSlowly = async (
    path: string,
    response: ServerResponse,
    body: Buffer,
    { bytesPerSecond }: Line,
  ) => {
    for (let at = 0; at < body.length && !response.destroyed; at += CHUNK) {
      const chunk = body.subarray(at, at + CHUNK);
      const now = performance.now();
      lineFreeAt = Math.max(lineFreeAt, now) + (chunk.length / bytesPerSecond) * 1000;
      await sleep(lineFreeAt - now);
      bytes += chunk.length;
      traffic.push({ at: Date.now(), path, bytes: chunk.length });
      response.write(chunk);
    }
    response.end();
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    requests.push(path);
    traffic.push({ at: Date.now(), path, bytes: 0 });
    if (line) await sleep(line.latencyMs);
    const file = await readFile(fileOf(folders, path)).catch(() => undefined);
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    const isText = line !== undefined && (path.endsWith("/") || /\.(html|js|css|json)$/.test(path));
    const body = isText ? gzipSync(file) : file;
    if (isText) response.setHeader("content-encoding", "gzip");
    response.writeHead(200, {
      "content-type":
        TYPES[extname(path)] ??
        (path.endsWith("/") ? "text/html; charset=utf-8" : "application/octet-stream"),
      "content-length": body.length,
      "cache-control": "public, max-age=31536000, immutable",
    });
    if (line) await sendSlowly(path, response, body, line);
    else {
      bytes += body.length;
      response.end(body);
    }
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    traffic,
    get bytes() {
      return bytes;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function fileOf(folders: Readonly<Record<string, string>>, path: string): string {
  const clean = normalize(path);
  const prefix = Object.keys(folders)
    .filter((key) => clean.startsWith(key))
    .reduce((longest, key) => (key.length > longest.length ? key : longest), "");
  return join(folders[prefix] ?? "/nonexistent", clean.slice(prefix.length) || "index.html");
}

function sleep(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}
