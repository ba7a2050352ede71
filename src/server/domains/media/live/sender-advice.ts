import type { Signal } from "#contract/live.ts";
import type { LiveSignal } from "#server/live/engine.ts";

/** Beyond these bounds viewing gets worse than necessary. */
export const bounds = { gop: 4, bitrate: 12_000_000 };
/** The sphere is 2:1; a few lines of pixels do not matter. */
const ratio = { wide: 2, tolerance: 0.1 };

const isHevc = (codec: string) => /^(?:hvc1|hev1)/i.test(codec);
/** H.264 of 10 bits, 4:2:2 or 4:4:4, by its profile: few browsers and no phone decode it. */
const isRich = (codec: string) => /^avc1\.(?:6e|7a|f4|2c)/i.test(codec);
const isWide = ({ width, height }: LiveSignal) =>
  height > 0 && Math.abs(width / height - ratio.wide) <= ratio.tolerance;

/** Advice for the sender, the most harmful problem first: keys below `live.advice`. */
export function adviceFor(signal: LiveSignal, channel: { readonly is_360: boolean }): string[] {
  return [
    ...(isHevc(signal.codec) ? ["codec"] : []),
    ...(isRich(signal.codec) ? ["chroma"] : []),
    ...(channel.is_360 && !isWide(signal) ? ["flat"] : []),
    ...(signal.gop > bounds.gop ? ["long_gop"] : []),
    ...(signal.bitrate > bounds.bitrate ? ["bitrate"] : []),
  ].map((name) => `live.advice.${name}`);
}

export const wireSignal = (signal: LiveSignal, channel: { readonly is_360: boolean }): Signal => ({
  width: signal.width,
  height: signal.height,
  fps: signal.fps,
  bitrate: signal.bitrate,
  codec: signal.codec,
  has_audio: signal.hasAudio,
  gop: signal.gop,
  advice: adviceFor(signal, channel),
});
