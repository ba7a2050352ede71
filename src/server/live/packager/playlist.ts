import type { Packager } from "./packager.ts";
import type { Segment } from "./window.ts";

/** Parts are listed for the newest segments alone; older ones are read whole. */
const SEGMENTS_WITH_PARTS = 3;

const short = (seconds: number) => seconds.toFixed(5).replace(/0+$/, "").replace(/\.$/, "");

/** The first playlist that a player reads: the tracks, and the address of the next playlist. */
export function masterPlaylist({ window, configs }: Packager, next: string): string | null {
  const heads = window.segments.at(-1)?.head.configs ?? configs;
  if (heads.length === 0 || window.segments.length === 0) return null;
  const video = heads.find((config) => config.kind === "video");
  const seconds = window.segments.reduce((sum, segment) => sum + segment.seconds, 0);
  const bytes = window.segments.reduce((sum, segment) => sum + segment.bytes, 0);
  const frames = window.segments.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.frames, 0);
  const bandwidth = Math.max(64_000, Math.round((bytes * 8) / Math.max(0.1, seconds)));
  const facts = [
    `BANDWIDTH=${Math.round(bandwidth * 1.25)}`,
    `AVERAGE-BANDWIDTH=${bandwidth}`,
    `CODECS="${heads.map(({ name }) => name).join(",")}"`,
    ...(video === undefined ? [] : [`RESOLUTION=${video.width}x${video.height}`]),
    ...(frames === 0 || seconds === 0 ? [] : [`FRAME-RATE=${(frames / seconds).toFixed(3)}`]),
  ];
  return `#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-STREAM-INF:${facts.join(",")}\n${next}\n`;
}

/** The playlist in parts, for players that need low latency. */
export function partsPlaylist(packager: Packager): string {
  const { window, isFlowing, isEnded } = packager;
  const { segments } = window;
  const part = short(Math.ceil(window.longestPart * 1000) / 1000);
  const lines = [
    ...head(packager),
    `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=${short(Number(part) * 3)},HOLD-BACK=${target(packager) * 3}`,
    `#EXT-X-PART-INF:PART-TARGET=${part}`,
  ];
  let known: Segment | undefined;
  for (const [index, segment] of segments.entries()) {
    lines.push(...before(segment, known));
    if (index >= segments.length - SEGMENTS_WITH_PARTS)
      for (const [at, { seconds, isIndependent }] of segment.parts.entries())
        lines.push(
          `#EXT-X-PART:DURATION=${short(seconds)},URI="${segment.number}.${at}.m4s"${isIndependent ? ",INDEPENDENT=YES" : ""}`,
        );
    if (segment.isComplete) lines.push(`#EXTINF:${short(segment.seconds)},`, `${segment.number}.m4s`);
    known = segment;
  }
  if (isEnded) lines.push("#EXT-X-ENDLIST");
  else if (isFlowing && known !== undefined)
    lines.push(
      `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${known.isComplete ? `${known.number + 1}.0` : `${known.number}.${known.parts.length}`}.m4s"`,
    );
  return `${lines.join("\n")}\n`;
}

/** The playlist in whole segments: fewer requests, more latency. For video walls, and for old players. */
export function wholePlaylist(packager: Packager): string {
  const lines = head(packager);
  let known: Segment | undefined;
  for (const segment of packager.window.segments) {
    if (!segment.isComplete) continue;
    lines.push(...before(segment, known), `#EXTINF:${short(segment.seconds)},`, `${segment.number}.m4s`);
    known = segment;
  }
  if (packager.isEnded) lines.push("#EXT-X-ENDLIST");
  return `${lines.join("\n")}\n`;
}

const target = ({ window }: Packager) => Math.max(2, Math.ceil(window.longest));

function head(packager: Packager): string[] {
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:9",
    `#EXT-X-TARGETDURATION:${target(packager)}`,
    `#EXT-X-MEDIA-SEQUENCE:${packager.window.segments[0]?.number ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${packager.window.breaks}`,
  ];
}

function before(segment: Segment, known: Segment | undefined): string[] {
  const isNewHead = known?.head.number !== segment.head.number;
  return [
    ...(segment.isBreak ? ["#EXT-X-DISCONTINUITY"] : []),
    ...(isNewHead ? [`#EXT-X-MAP:URI="init${segment.head.number}.mp4"`] : []),
    ...(isNewHead || segment.isBreak || known === undefined
      ? [`#EXT-X-PROGRAM-DATE-TIME:${segment.startsAt.toISOString()}`]
      : []),
  ];
}
