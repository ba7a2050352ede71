import { execFile } from "node:child_process";
import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { control, OUT_CHUNK_SIZE, writeMessage } from "#server/live/rtmp/chunks.ts";
import { ffmpegPath } from "#test/live/push.ts";
import { connectCommand, createStream, HELLO, publishCommand } from "#test/live/rtmp-client.ts";

/* Runs many encoders in one process: each sends the same ten seconds of 720p at 2.5 Mbit/s repeatedly in real time,
 * without any encoding cost. Arguments: port, count. Keys are `key-0`, `key-1`, … */
const LOOP_MS = 10_000;
const [port = 0, count = 1] = process.argv.slice(2).map(Number);

interface Tag {
  readonly type: number;
  readonly time: number;
  readonly body: Buffer;
}

async function film(): Promise<Tag[]> {
  const { stdout } = await promisify(execFile)(
    ffmpegPath,
    "-loglevel error -f lavfi -i testsrc2=size=1280x720:rate=25 -f lavfi -i sine=sample_rate=48000 -t 10 -c:v libx264 -preset ultrafast -tune zerolatency -pix_fmt yuv420p -g 50 -b:v 2400k -maxrate 2400k -bufsize 1200k -x264-params nal-hrd=cbr -c:a aac -b:a 96k -f flv -".split(
      " ",
    ),
    { encoding: "buffer", maxBuffer: 64e6 },
  );
  const tags: Tag[] = [];
  for (let at = 13; at + 11 < stdout.length; ) {
    const size = stdout.readUIntBE(at + 1, 3);
    const time = stdout.readUIntBE(at + 4, 3) | (stdout.readUInt8(at + 7) << 24);
    tags.push({ type: stdout.readUInt8(at), time, body: stdout.subarray(at + 11, at + 11 + size) });
    at += 15 + size;
  }
  return tags.filter(({ type }) => type !== 18);
}

const stamped = ({ type, body }: Tag, time: number) => {
  const message = writeMessage(type === 9 ? 6 : 4, type, 1, body);
  message.writeUIntBE(time & 0xffffff, 1, 3);
  return message;
};

const tags = await film();
const isHead = ({ type, body }: Tag) => body[1] === 0 && (type === 9 || type === 8);
const sockets: Socket[] = [];
for (let n = 0; n < count; n += 1) {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.resume();
  socket.write(
    Buffer.concat([
      HELLO,
      control(1, OUT_CHUNK_SIZE),
      connectCommand({ app: "live" }),
      createStream(),
      publishCommand(`key-${n}`, "live"),
    ]),
  );
  sockets.push(socket);
}
await new Promise((resume) => setTimeout(resume, 1000));
const begin = performance.now();
let at = 0;
let loops = 0;
setInterval(() => {
  const now = performance.now() - begin;
  for (;;) {
    const tag = tags[at];
    if (tag === undefined || tag.time + loops * LOOP_MS > now) break;
    // Codec headers are sent once.
    if (loops === 0 || !isHead(tag)) {
      const bytes = stamped(tag, tag.time + loops * LOOP_MS);
      for (const socket of sockets) socket.write(bytes);
    }
    at += 1;
    if (at === tags.length) {
      at = 0;
      loops += 1;
    }
  }
}, 10);
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
