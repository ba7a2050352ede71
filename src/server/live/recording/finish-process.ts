/**
 * A process of its own: writes a recording, which lies there in fragments, as one MP4 file with its index in front. Where
 * the sender was away the film goes on at once. Arguments: source, target. Exit code 0 when it is done.
 */

import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputTrack,
  MP4,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { isDiskFull } from "#server/platform/error-code.ts";

/** Longer than this, in seconds, nothing came: the next picture follows at once. */
const GAP = 1;
const FULL = 2;

interface Lane {
  readonly packets: AsyncGenerator<EncodedPacket, void>;
  readonly add: (packet: EncodedPacket) => Promise<void>;
  next: EncodedPacket | null;
}

async function count(track: InputTrack): Promise<number> {
  let packets = 0;
  for await (const _ of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true }))
    packets += 1;
  return packets;
}

async function laneOf(track: InputTrack, output: Output): Promise<Lane | null> {
  const maximumPacketCount = await count(track);
  const first = await new EncodedPacketSink(track).getFirstPacket();
  if (first === null) return null;
  const packets = new EncodedPacketSink(track).packets();
  if (track.isVideoTrack()) {
    const config = await track.getDecoderConfig();
    if (track.codec === null || config === null) return null;
    const source = new EncodedVideoPacketSource(track.codec);
    output.addVideoTrack(source, { maximumPacketCount });
    return { packets, next: null, add: (packet) => source.add(packet, { decoderConfig: config }) };
  }
  if (!track.isAudioTrack()) return null;
  const config = await track.getDecoderConfig();
  if (track.codec === null || config === null) return null;
  const source = new EncodedAudioPacketSource(track.codec);
  output.addAudioTrack(source, { maximumPacketCount });
  return { packets, next: null, add: (packet) => source.add(packet, { decoderConfig: config }) };
}

async function advance(lane: Lane): Promise<void> {
  const { value, done } = await lane.packets.next();
  lane.next = done === true ? null : value;
}

async function write(source: string, target: string): Promise<void> {
  const input = new Input({ source: new FilePathSource(source), formats: [MP4] });
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: "reserve" }),
    target: new FilePathTarget(target),
  });
  const lanes: Lane[] = [];
  for (const track of await input.getTracks()) {
    const lane = await laneOf(track, output);
    if (lane !== null) lanes.push(lane);
  }
  if (lanes.length === 0) throw new Error("the recording is empty");
  await output.start();
  for (const lane of lanes) await advance(lane);
  // Both tracks are moved by the same time, so that pictures and sound stay together.
  let shift = -Math.min(...lanes.map(({ next }) => next?.timestamp ?? Number.POSITIVE_INFINITY));
  let reached = 0;
  for (;;) {
    const lane = lanes.reduce((first, other) =>
      (other.next?.timestamp ?? Number.POSITIVE_INFINITY) <
      (first.next?.timestamp ?? Number.POSITIVE_INFINITY)
        ? other
        : first,
    );
    const packet = lane.next;
    if (packet === null) break;
    const at = packet.timestamp + shift;
    if (at - reached > GAP) shift -= at - reached;
    const timestamp = Math.max(0, packet.timestamp + shift);
    reached = Math.max(reached, timestamp + packet.duration);
    // The one before a gap was told to last until its end.
    await lane.add(packet.clone({ timestamp, duration: Math.min(packet.duration, GAP) }));
    await advance(lane);
  }
  await output.finalize();
}

const [source = "", target = ""] = process.argv.slice(2);
try {
  await write(source, target);
} catch (error) {
  process.stderr.write(String(error).slice(0, 500));
  process.exitCode = isDiskFull(error) ? FULL : 1;
}
