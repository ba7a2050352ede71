import { connect, type Socket } from "node:net";
import { type AmfValue, readAmf, writeAmf } from "#server/live/rtmp/amf.ts";
import { ChunkReader, writeMessage } from "#server/live/rtmp/chunks.ts";

/** SPS and PPS of a 320x160 frame, in the form of `avcC`. */
const AVCC = Buffer.from("0142c00cffe100166742c00cda05056c0440000003004000000c83c50aa801000468ce0fc8", "hex");

const command = (stream: number, ...values: AmfValue[]) => writeMessage(3, 20, stream, writeAmf(...values));
export const HELLO = Buffer.concat([Buffer.from([3]), Buffer.alloc(1536, 1), Buffer.alloc(1536, 1)]);

export const connectCommand = (facts: AmfValue) => command(0, "connect", 1, facts);
export const createStream = () => command(0, "createStream", 2, null);
export const publishCommand = (...name: AmfValue[]) => command(1, "publish", 3, null, ...name);
export const goodBye = () => command(1, "deleteStream", 4, null, 1);

/** A complete valid session of a sender, message by message. */
export function honestSession(key: string): Buffer[] {
  const picture = (at: number) => {
    const body = Buffer.concat([
      Buffer.from([at === 0 ? 0x17 : 0x27, 1, 0, 0, 0, 0, 0, 0, 60]),
      Buffer.alloc(60, at),
    ]);
    const message = writeMessage(6, 9, 1, body);
    message.writeUIntBE(at * 40, 1, 3);
    return message;
  };
  return [
    HELLO,
    connectCommand({ app: "live", tcUrl: "rtmp://localhost/live", type: "nonprivate" }),
    command(0, "releaseStream", 2, null, key),
    command(0, "FCPublish", 3, null, key),
    createStream(),
    publishCommand(key, "live"),
    writeMessage(
      4,
      18,
      1,
      writeAmf("@setDataFrame", "onMetaData", { width: 320, height: 160, framerate: 25 }),
    ),
    writeMessage(6, 9, 1, Buffer.concat([Buffer.from([0x17, 0, 0, 0, 0]), AVCC])),
    writeMessage(6, 8, 1, Buffer.from([0xaf, 0, 0x11, 0x88])),
    ...Array.from({ length: 12 }, (_, at) => picture(at)),
    writeMessage(6, 8, 1, Buffer.concat([Buffer.from([0xaf, 1]), Buffer.alloc(120, 7)])),
  ];
}

export interface Said {
  readonly name: AmfValue;
  readonly values: readonly AmfValue[];
}

/** Sends bytes unchanged and reads the response, until the other side closes or `ms` have passed. */
export function talk(port: number, bytes: Buffer, ms = 3000): Promise<{ said: Said[]; isClosed: boolean }> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    const heard: Buffer[] = [];
    const finish = (isClosed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ said: commandsOf(Buffer.concat(heard)), isClosed });
    };
    const timer = setTimeout(() => finish(false), ms);
    socket.on("data", (chunk: Buffer) => heard.push(chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => finish(true));
  });
}

function commandsOf(bytes: Buffer): Said[] {
  const reader = new ChunkReader({ message: 1e6, streams: 16 });
  const said: Said[] = [];
  for (const { type, body } of reader.read(bytes.subarray(3073))) {
    if (type !== 20) continue;
    const [name, ...values] = readAmf(body);
    said.push({ name, values });
  }
  return said;
}
