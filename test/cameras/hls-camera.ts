import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { testClip } from "./clip.ts";

/** Eight times the size limit of a playlist, in two kilobytes; compressed once, before any request waits for it. */
const bomb = gzipSync(Buffer.concat([Buffer.from("#EXTM3U\n"), Buffer.alloc(2 * 2 ** 20, "\n")]));

/** A camera that serves HLS with user name and password, and misbehaves at other URLs. */
export interface HlsCamera {
  readonly origin: string;
  /** URL of its valid stream. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Paths requested with the right password, in order. */
  readonly asked: string[];
  /** Requests without a password, or with a wrong one. */
  readonly refused: { readonly path: string; readonly authorization: string | undefined }[];
  /** Its behaviour: respond, refuse every request, fail, or stay silent. */
  mood: "well" | "refusing" | "broken" | "silent";
  close(): Promise<void>;
}

export const cameraUser = { username: "site-admin", password: "s3cret:of the crane" };

/** `port`: reuses an earlier address. `segmentBytes`: segments are padded to about that size. */
export async function startHlsCamera({
  port = 0,
  elsewhere = "http://169.254.169.254/latest",
  segmentBytes = 0,
  clip = testClip(),
} = {}): Promise<HlsCamera> {
  const segments = (await clip).segments.map((segment) => filled(segment, segmentBytes));
  const begin = Date.now();
  const asked: string[] = [];
  const refused: HlsCamera["refused"] = [];
  const expected = `Basic ${Buffer.from(`${cameraUser.username}:${cameraUser.password}`).toString("base64")}`;
  const state: { mood: HlsCamera["mood"] } = { mood: "well" };
  const pages = pagesOf({ segments, begin, elsewhere });

  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (state.mood === "silent") return;
    if (state.mood === "broken") return void response.writeHead(503).end();
    if (state.mood === "refusing" || request.headers.authorization !== expected) {
      refused.push({ path, authorization: request.headers.authorization });
      return void response.writeHead(401, { "www-authenticate": 'Basic realm="camera"' }).end();
    }
    asked.push(path);
    const page = pages[path.split("?")[0] ?? ""] ?? segmentPage(segments);
    page(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    origin,
    url: `${origin}/live.m3u8`,
    ...cameraUser,
    asked,
    refused,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** Padded with null packets of a transport stream. */
function filled(segment: Buffer, bytes: number): Buffer {
  const packet = Buffer.alloc(188, 0xff);
  packet.set([0x47, 0x1f, 0xff, 0x10]);
  const count = Math.max(0, Math.ceil((bytes - segment.length) / packet.length));
  return Buffer.concat([segment, ...Array.from({ length: count }, () => packet)]);
}

type Page = (request: IncomingMessage, response: ServerResponse) => void;

const playlist = (response: ServerResponse, text: string) =>
  void response.writeHead(200, { "content-type": "application/vnd.apple.mpegurl" }).end(text);

const segmentPage =
  (segments: readonly Buffer[]): Page =>
  ({ url = "" }, response) => {
    const number = /^\/(?:hd\/)?seg-(\d+)\.ts/.exec(url)?.[1];
    const bytes = number === undefined ? undefined : segments[Number(number) % segments.length];
    if (bytes === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": "video/mp2t" }).end(bytes);
  };

function pagesOf(options: {
  segments: readonly Buffer[];
  begin: number;
  elsewhere: string;
}): Record<string, Page> {
  const { segments, begin, elsewhere } = options;
  const media: Page = (_, response) => {
    // Sequence numbers follow the clock; at the end of the clip it restarts.
    const newest = Math.floor((Date.now() - begin) / 1000) + 6;
    const lines = [newest - 3, newest - 2, newest - 1, newest].flatMap((number) => [
      ...(number % segments.length === 0 ? ["#EXT-X-DISCONTINUITY"] : []),
      "#EXTINF:1.0,http://camera.internal/title",
      `seg-${number}.ts?token=abc`,
    ]);
    const head = `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:${newest - 3}\n`;
    playlist(
      response,
      `${head}# made by camera.internal\n#EXT-X-VENDOR:http://camera.internal/\n${lines.join("\n")}\n`,
    );
  };
  const always =
    (text: string): Page =>
    (_, response) =>
      playlist(response, text);
  const oneSegment = (uri: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${uri}\n`;
  const redirect =
    (location: string): Page =>
    (_, response) =>
      void response.writeHead(302, { location }).end();
  return {
    "/live.m3u8": media,
    "/hd/live.m3u8": media,
    "/master.m3u8": always(
      `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="camera.internal",NAME="camera.internal",URI="hd/live.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=160x90,CODECS="avc1.42c00b",AUDIO="camera.internal"
live.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=320x180,CODECS="avc1.42c00d",AUDIO="camera.internal"
hd/live.m3u8
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="hd/live.m3u8"
`,
    ),
    "/low-latency.m3u8": always(
      `#EXTM3U
#EXT-X-TARGETDURATION:2
#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1
#EXT-X-PART-INF:PART-TARGET=0.3
#EXT-X-MAP:URI="init.mp4",BYTERANGE="700@0"
#EXT-X-KEY:METHOD=AES-128,URI="key.bin",IV=0x00000000000000000000000000000001
#EXTINF:2,
seg-1.ts
#EXT-X-PART:DURATION=0.3,URI="part-2.0.ts"
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part-2.1.ts"
#EXT-X-RENDITION-REPORT:URI="/other.m3u8"
#EXT-X-SESSION-DATA:DATA-ID="x",URI="http://camera.internal/x.json"
`,
    ),
    "/key.bin": (_, response) => void response.writeHead(200).end(Buffer.alloc(16, 7)),
    // The routes below attack the client.
    "/redirect.m3u8": redirect(`${elsewhere}/live.m3u8`),
    "/loop.m3u8": redirect("/loop.m3u8"),
    "/one-hop.m3u8": redirect("/live.m3u8"),
    "/two-hops.m3u8": redirect("/one-hop.m3u8"),
    "/three-hops.m3u8": redirect("/two-hops.m3u8"),
    // Each byte arrives in time, the whole never does.
    "/drips.m3u8": (_, response) => {
      response.writeHead(200).write("#EXTM3U\n");
      const timer = setInterval(() => response.write("#"), 200);
      response.on("close", () => clearInterval(timer));
    },
    "/file.m3u8": redirect("file:///etc/passwd"),
    "/names-elsewhere.m3u8": always(oneSegment(`${elsewhere}/meta-data`)),
    "/names-file.m3u8": always(oneSegment("file:///etc/passwd")),
    "/html.m3u8": (_, response) =>
      void response
        .writeHead(200, { "content-type": "text/html" })
        .end("<!doctype html><script>alert(1)</script>"),
    "/html-segment.m3u8": always(oneSegment("page.ts")),
    "/page.ts": (_, response) =>
      void response.writeHead(200, { "content-type": "text/html" }).end("<script>alert(1)</script>"),
    "/forbidden.m3u8": (_, response) => void response.writeHead(403).end(),
    "/missing.m3u8": (_, response) => void response.writeHead(404).end(),
    "/declared-10gb.m3u8": (_, response) => {
      response.writeHead(200, { "content-length": String(10 * 2 ** 30) });
      pour(response, Buffer.alloc(65_536, "#"));
    },
    "/endless.m3u8": (_, response) => {
      response.writeHead(200).write("#EXTM3U\n");
      pour(response, Buffer.from("#EXTINF:1,\nseg-1.ts\n".repeat(2000)));
    },
    "/endless-segment.m3u8": always(oneSegment("endless.ts")),
    "/endless.ts": (_, response) => {
      response.writeHead(200, { "content-type": "video/mp2t" });
      pour(response, Buffer.alloc(1 << 20, 0x47));
    },
    "/bomb.m3u8": (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    "/stalls.m3u8": (_, response) => void response.writeHead(200).write("#EXTM3U\n"),
    "/never.m3u8": () => undefined,
    "/wide.m3u8": always(`#EXTM3U\n${"#EXTINF:1,\ns.ts\n".repeat(15_000)}`),
    "/drm.m3u8": always(
      `#EXTM3U\n#EXT-X-KEY:METHOD=SAMPLE-AES,KEYFORMAT="x",URI="skd://a"\n#EXTINF:1,\ns.ts\n`,
    ),
    "/empty.m3u8": always("#EXTM3U\n#EXT-X-TARGETDURATION:2\n"),
  };
}

/** Sends the same bytes for as long as the client reads. */
function pour(response: ServerResponse, bytes: Buffer): void {
  const more = () => {
    while (!response.destroyed && response.write(bytes));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}
