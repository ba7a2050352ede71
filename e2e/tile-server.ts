import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";

export interface TileServer {
  /** With `{s}` for `tiles`, a name that resolves to this machine. */
  readonly url: string;
  readonly host: string;
  /** Delivered tiles, as `z/x/y`. */
  readonly delivered: string[];
  /** Requests that no map makes: for tiles that do not exist, or without naming the site they are from. */
  readonly faults: string[];
  close(): Promise<void>;
}

/**
 * Starts a server of 256 px tiles, as such services deliver them: green land with a pale road, and 404 for tiles
 * outside any map.
 */
export async function startTileServer(): Promise<TileServer> {
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: "#dfe8d8" } })
    .composite([
      {
        input: { create: { width: 256, height: 14, channels: 3, background: "#ffffff" } },
        top: 120,
        left: 0,
      },
      { input: { create: { width: 10, height: 256, channels: 3, background: "#f4dfa8" } }, top: 0, left: 90 },
    ])
    .png()
    .toBuffer();
  const [delivered, faults]: [string[], string[]] = [[], []];
  const server = createServer((request, reply) => {
    const [z = "", x = "", y = ""] = /^\/(\d+)\/(\d+)\/(\d+)\.png$/.exec(request.url ?? "")?.slice(1) ?? [];
    const most = 2 ** Number(z);
    const isTile = z !== "" && Number(z) <= 18 && Number(x) < most && Number(y) < most;
    const { referer = "" } = request.headers;
    // Services refuse requests without a referrer; the exact page must stay private.
    if (!isTile || !/^http:\/\/[^/]+\/$/.test(referer)) {
      faults.push(`${request.url} from '${referer}'`);
      reply.writeHead(isTile ? 403 : 404).end();
      return;
    }
    delivered.push(`${z}/${x}/${y}`);
    reply.writeHead(200, { "content-type": "image/png", "cache-control": "max-age=604800" }).end(tile);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://{s}.localhost:${port}/{z}/{x}/{y}.png`,
    host: `tiles.localhost:${port}`,
    delivered,
    faults,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
