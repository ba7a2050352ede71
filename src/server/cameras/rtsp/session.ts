import { type AudioConfig, avcConfig, avcDescription, type MediaSink } from "#server/live/packager/index.ts";
import type { AddressPolicy } from "#server/platform/address-policy.ts";
import { AppError } from "#server/platform/errors.ts";
import type { CameraSource } from "../source.ts";
import { aacOf, aacUnits } from "./aac.ts";
import { connectRtsp, type RtspConnection } from "./connection.ts";
import { createH264Reader, type ParameterSets, type Picture } from "./h264.ts";
import { createUnwrap, readRtp } from "./rtp.ts";
import { type Offer, readOffers } from "./sdp.ts";

export interface RtspSession {
  /** Resolves with the reason when the stream ends. */
  readonly closed: Promise<AppError>;
  close(): void;
}

export interface RtspSessionOptions {
  readonly source: CameraSource;
  readonly policy: AddressPolicy;
  /** Receives video, and AAC audio. */
  readonly sink: Pick<MediaSink, "configure" | "write">;
  /** Called for each key frame, with its parameter sets. */
  readonly onKey: (picture: Picture, sets: ParameterSets) => void;
  /** Milliseconds for each response, and without a packet before it counts as silent. */
  readonly patience: number;
}

/** Seconds between keep-alives, unless the camera requires them sooner. */
const ALIVE = 25;
/** Delay for pictures whose display order differs from their arrival order, microseconds. */
const REORDER = 200_000;

/**
 * Plays a camera: OPTIONS is not sent, since nothing depends on it. Resolves when PLAY was answered. Throws
 * CAMERA_CODEC with the `codec` in its values if it offers nothing that browsers can play.
 */
export async function openRtsp(options: RtspSessionOptions): Promise<RtspSession> {
  const handlers = new Map<number, (packet: Buffer) => void>();
  let heard = performance.now();
  const connection = await connectRtsp({
    ...options,
    onPacket(channel, packet) {
      heard = performance.now();
      handlers.get(channel)?.(packet);
    },
  });
  try {
    const session = await play(connection, options, handlers);
    const timers = [
      setInterval(() => void keepAlive(connection, session.url, session.id), session.alive * 1000),
      setInterval(() => {
        if (performance.now() - heard > options.patience) connection.close();
      }, 1000),
    ];
    for (const timer of timers) timer.unref();
    void connection.closed.then(() => timers.forEach(clearInterval));
    return {
      closed: connection.closed,
      close() {
        // Not awaited: some cameras have few sessions and hold one for a minute.
        connection.ask("TEARDOWN", session.url, { Session: session.id }).catch(() => undefined);
        setTimeout(() => connection.close(), 50).unref();
      },
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

async function play(
  connection: RtspConnection,
  { source, sink, onKey }: RtspSessionOptions,
  handlers: Map<number, (packet: Buffer) => void>,
): Promise<{ id: string; url: string; alive: number }> {
  const described = await connection.ask("DESCRIBE", source.url, { Accept: "application/sdp" });
  const url = baseOf(described.headers.get("content-base"), source.url);
  const offers = readOffers(described.body, url);
  const video = offers.find(({ encoding }) => encoding === "H264");
  if (video === undefined) throw new AppError("CAMERA_CODEC", { values: { codec: codecOf(offers) } });
  const sound = offers
    .map((offer) => ({ offer, config: aacOf(offer) }))
    .find(({ config }) => config !== null);

  const first = await setUp(connection, video, 0);
  handlers.set(0, videoHandler(video, { sink, onKey }));
  if (sound?.config) {
    // A camera that refuses its audio still delivers its video.
    const isGiven = await setUp(connection, sound.offer, 2, first.id).then(
      () => true,
      () => false,
    );
    if (isGiven) handlers.set(2, audioHandler(sound.offer, sound.config, sink));
  }
  await connection.ask("PLAY", url, { Session: first.id, Range: "npt=0.000-" });
  return { id: first.id, url, alive: Math.min(ALIVE, first.timeout / 2) };
}

/** Only if it stays on the camera: later requests are sent to it. */
function baseOf(base: string | undefined, fallback: string): string {
  const [own, other] = [URL.parse(fallback), URL.parse(base ?? "")];
  return base !== undefined && other?.host === own?.host && !/[\s\0]/.test(base) ? base : fallback;
}

function codecOf(offers: readonly Offer[]): string {
  const encoding = offers.find(({ kind }) => kind === "video")?.encoding ?? "none";
  return encoding === "H265" ? "hevc" : encoding.toLowerCase();
}

async function setUp(
  connection: RtspConnection,
  { control }: Offer,
  channel: number,
  id?: string,
): Promise<{ id: string; timeout: number }> {
  const { headers } = await connection.ask("SETUP", control, {
    Transport: `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1}`,
    ...(id !== undefined && { Session: id }),
  });
  const given = /interleaved=(\d+)/i.exec(headers.get("transport") ?? "")?.[1];
  if (given === undefined || Number(given) !== channel)
    throw new AppError("CAMERA_UNREADABLE", { cause: "transport" });
  const [, session = "", timeout = "60"] =
    /^([^;\s]+)(?:.*?timeout=(\d+))?/i.exec(headers.get("session") ?? "") ?? [];
  if (session === "") throw new AppError("CAMERA_UNREADABLE", { cause: "no session" });
  return { id: session, timeout: Math.min(600, Math.max(4, Number(timeout) || 60)) };
}

async function keepAlive(connection: RtspConnection, url: string, id: string): Promise<void> {
  // A camera that does not support the request still counts it as a keep-alive.
  await connection.ask("GET_PARAMETER", url, { Session: id }).catch(() => undefined);
}

/** Microseconds by this machine's clock, the common origin of both tracks. */
const arrival = () => Math.round(performance.now() * 1000);

function videoHandler(
  { clock, payload, parameters }: Offer,
  { sink, onKey }: Pick<RtspSessionOptions, "sink" | "onKey">,
): (packet: Buffer) => void {
  let unwrap: ((timestamp: number) => number) | undefined;
  let [last, shown, later] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  let configured: ParameterSets | undefined;

  const reader = createH264Reader(parameters.get("sprop-parameter-sets"), (picture) => {
    const { sets } = reader;
    if (sets === null) return;
    if (picture.isKey) {
      if (configured?.sps.equals(sets.sps) !== true || !configured.pps.equals(sets.pps)) {
        const config = avcConfig(avcDescription(sets.sps, sets.pps));
        if (config === null) return;
        sink.configure(config);
        configured = sets;
      }
      onKey(picture, sets);
    }
    if (configured === undefined) return;
    unwrap ??= createUnwrap(clock, arrival());
    const time = unwrap(picture.timestamp);
    if (time < shown && time > shown - REORDER) later = REORDER;
    shown = Math.max(shown, time);
    const isJump = Math.abs(time - last) > 10_000_000;
    const dts = isJump ? time - later : Math.max(last + 1000, time - later);
    last = dts;
    sink.write({
      track: "video",
      data: withLengths(picture.units),
      dts,
      cts: Math.max(0, time - dts),
      isKey: picture.isKey,
    });
  });
  return (bytes) => {
    const packet = readRtp(bytes);
    if (packet !== null && packet.payload === payload) reader.push(packet);
  };
}

function withLengths(units: readonly Buffer[]): Buffer {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(unit.length);
      return [length, unit];
    }),
  );
}

function audioHandler(
  { clock, payload }: Offer,
  config: AudioConfig,
  sink: RtspSessionOptions["sink"],
): (packet: Buffer) => void {
  let unwrap: ((timestamp: number) => number) | undefined;
  return (bytes) => {
    const packet = readRtp(bytes);
    if (packet === null || packet.payload !== payload) return;
    if (unwrap === undefined) sink.configure(config);
    unwrap ??= createUnwrap(clock, arrival());
    const begin = unwrap(packet.timestamp);
    for (const [index, data] of aacUnits(packet.body).entries()) {
      const dts = begin + Math.round((index * 1024 * 1e6) / config.sampleRate);
      sink.write({ track: "audio", data, dts, cts: 0, isKey: true });
    }
  };
}
