import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/*
 * The minimum that could serve low-latency players: Node's own HTTP server, one part after the other from memory, with
 * no rights, no limits, no headers but the type. Arguments: bytes of a playlist and of a part, milliseconds per part.
 * Sends its port to its parent.
 */
const [playlistBytes = 0, partBytes = 0, milliseconds = 0] = process.argv.slice(2).map(Number);
const part = Buffer.alloc(partBytes, 7);
let newest = 0;
let playlist = Buffer.alloc(0);
/** Requests for the part that does not exist yet, and for the playlist that names it. */
let waiting: (() => void)[] = [];

function advance(): void {
  newest += 1;
  const hint = `#EXTM3U\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${newest + 1}.0.m4s"\n`;
  playlist = Buffer.from(hint.padEnd(playlistBytes, "#"));
  const due = waiting;
  waiting = [];
  for (const answer of due) answer();
}
advance();
setInterval(advance, milliseconds);

function send(response: ServerResponse, type: string, body: () => Buffer): void {
  response.setHeader("content-type", type);
  response.end(body());
}

const server = createServer(({ url = "" }, response) => {
  const isPlaylist = url.includes("parts.m3u8");
  const wanted = /(?:_HLS_msn=|\/)(\d+)(?:&|\.\d+\.m4s)/.exec(url)?.[1];
  const answer = () =>
    isPlaylist
      ? send(response, "application/vnd.apple.mpegurl", () => playlist)
      : send(response, "video/mp4", () => part);
  if (wanted !== undefined && Number(wanted) > newest) waiting.push(answer);
  else answer();
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit(0));
