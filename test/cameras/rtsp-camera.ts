import { createHash } from "node:crypto";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { testClip } from "./clip.ts";
import { cameraUser } from "./hls-camera.ts";

/** A camera that serves RTSP with digest authentication, and sends its frames on the same connection. */
export interface RtspCamera {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Number of connections accepted so far. */
  readonly connections: () => number;
  /** Number of connections that are playing. */
  readonly playing: () => number;
  /** Disconnects every client. */
  drop(): void;
  close(): Promise<void>;
}

export interface RtspCameraOptions {
  readonly codec?: "H264" | "H265" | "JPEG";
  /** The hostile response it sends instead of frames. */
  readonly hostile?: "long-headers" | "long-body" | "noise" | "silence" | "garbage-packets";
  readonly port?: number;
}

const realm = "camera";
const nonce = "8f3a2b";
const md5 = (text: string) => createHash("md5").update(text).digest("hex");

export async function startRtspCamera(options: RtspCameraOptions = {}): Promise<RtspCamera> {
  const { codec = "H264", hostile } = options;
  const { pictures } = await testClip();
  const sockets = new Set<Socket>();
  const players = new Set<Socket>();
  let accepted = 0;

  const server = createServer((socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      players.delete(socket);
    });
    if (hostile === "noise") return void socket.write(Buffer.alloc(4096, 0x99));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
        answer(socket, text.slice(0, end));
        text = text.slice(end + 4);
      }
    });
  });

  function answer(socket: Socket, request: string): void {
    if (hostile === "silence") return;
    const [method = "", uri = ""] = request.split(" ");
    const sequence = /^CSeq: (\d+)/im.exec(request)?.[1] ?? "0";
    const say = (status: string, headers: readonly string[] = [], body = "") =>
      socket.write([`RTSP/1.0 ${status}`, `CSeq: ${sequence}`, ...headers, "", body].join("\r\n"));
    if (hostile === "long-headers") return void socket.write(`RTSP/1.0 200 OK\r\nX: ${"a".repeat(200_000)}`);
    if (hostile === "long-body") return void say("200 OK", ["Content-Length: 999999999"], "v=0");
    if (!isRight(request, method, uri))
      return void say("401 Unauthorized", [`WWW-Authenticate: Digest realm="${realm}", nonce="${nonce}"`]);
    if (!/\/stream1(?:$|[?/])/.test(uri)) return void say("404 Not Found");
    if (method === "DESCRIBE") {
      const body = describe(codec, pictures[0] ?? []);
      return void say("200 OK", ["Content-Type: application/sdp", `Content-Length: ${body.length}`], body);
    }
    if (method === "SETUP") {
      const transport = /^Transport: (.*)$/im.exec(request)?.[1]?.trim() ?? "";
      return void say("200 OK", [`Transport: ${transport};ssrc=1`, "Session: 77;timeout=60"]);
    }
    say("200 OK", ["Session: 77"]);
    if (method === "PLAY") play(socket);
    if (method === "TEARDOWN") socket.end();
  }

  function play(socket: Socket): void {
    players.add(socket);
    let [frame, sequence] = [0, 65_500];
    const timer = setInterval(() => {
      if (!players.has(socket)) return clearInterval(timer);
      // The clock of the stream starts near its end, so that it wraps around.
      const timestamp = (0xffff_0000 + frame * 9000) >>> 0;
      const units = pictures[frame % pictures.length] ?? [];
      for (const packet of packetsOf(units)) {
        const head = Buffer.from([0x80, packet.isLast ? 0xe0 : 0x60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
        head.writeUInt16BE(sequence, 2);
        head.writeUInt32BE(timestamp, 4);
        sequence = (sequence + 1) & 0xffff;
        const body = hostile === "garbage-packets" ? Buffer.from(packet.body).fill(frame & 255) : packet.body;
        const frameHead = Buffer.from([0x24, 0, 0, 0]);
        frameHead.writeUInt16BE(head.length + body.length, 2);
        socket.write(Buffer.concat([frameHead, head, body]));
      }
      frame += 1;
    }, 100);
    socket.once("close", () => clearInterval(timer));
  }

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `rtsp://127.0.0.1:${port}/stream1`,
    ...cameraUser,
    connections: () => accepted,
    playing: () => players.size,
    drop,
    async close() {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isRight(request: string, method: string, uri: string): boolean {
  const line = /^Authorization: Digest (.*)$/im.exec(request)?.[1] ?? "";
  const field = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(line)?.[1];
  const { username, password } = cameraUser;
  const expected = md5(`${md5(`${username}:${realm}:${password}`)}:${nonce}:${md5(`${method}:${uri}`)}`);
  return field("username") === username && field("uri") === uri && field("response") === expected;
}

function describe(codec: string, first: readonly Buffer[]): string {
  const set = (type: number) =>
    first.find((unit) => ((unit[0] ?? 0) & 31) === type)?.toString("base64") ?? "";
  return [
    "v=0",
    "o=- 0 0 IN IP4 127.0.0.1",
    "s=camera",
    "t=0 0",
    "a=control:*",
    "m=video 0 RTP/AVP 96",
    `a=rtpmap:96 ${codec}/90000`,
    `a=fmtp:96 packetization-mode=1;sprop-parameter-sets=${set(7)},${set(8)}`,
    "a=control:trackID=1",
    "",
  ].join("\r\n");
}

const MTU = 400;

/** The small units of a frame in one packet, the large one in fragments. */
function packetsOf(units: readonly Buffer[]): { body: Buffer; isLast: boolean }[] {
  const small = units.filter((unit) => unit.length <= 60);
  const bundle = small.flatMap((unit) => [Buffer.from([unit.length >> 8, unit.length & 255]), unit]);
  const bodies = small.length > 1 ? [Buffer.concat([Buffer.from([24]), ...bundle])] : [...small];
  for (const unit of units.filter(({ length }) => length > 60)) bodies.push(...fragmentsOf(unit));
  return bodies.map((body, at) => ({ body, isLast: at === bodies.length - 1 }));
}

function fragmentsOf(unit: Buffer): Buffer[] {
  if (unit.length <= MTU) return [unit];
  const first = unit[0] ?? 0;
  const count = Math.ceil((unit.length - 1) / MTU);
  return Array.from({ length: count }, (_, at) => {
    const flags = (at === 0 ? 128 : 0) | (at === count - 1 ? 64 : 0);
    const part = unit.subarray(1 + at * MTU, 1 + (at + 1) * MTU);
    return Buffer.concat([Buffer.from([(first & 0xe0) | 28, flags | (first & 31)]), part]);
  });
}
