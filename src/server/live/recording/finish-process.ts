/**
 * A separate process: writes a recording, which is stored in fragments, as one MP4 file with its index in front. Gaps
 * without a sender are skipped in the video. Arguments: source, target. Exit code 0 on success.
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

/** After a gap of more seconds the next picture follows at once. */
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
  // Both tracks are shifted by the same time, so that pictures and sound stay in sync.
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
    // The packet before a gap had a duration until its end.
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
