import { DEPTH, WIDTH } from "../../scripts/demo/building/plan.ts";
import { alignWalk, featuresOf } from "../../src/walk/align-walk.ts";
import { placeWalk } from "../../src/walk/place-walk.ts";
import { createWalkReader } from "../../src/walk/read-walk.ts";
import type { KnownSpot, WalkKeyframe, WalkPath, WalkSheet } from "../../src/walk/types.ts";
import { amountFigure, type Figure, type Section, table } from "../lib/report.ts";
import { median } from "../lib/stats.ts";
import {
  atConstantPace,
  floorOf,
  placedBy,
  placedByTime,
  SHEETS,
  tapAt,
  type Verdict,
  verdictOf,
} from "./judge.ts";
import { readerMemory } from "./reader-memory.ts";
import { createNoise, readVideo, tilted, type WalkVideo, walkNames } from "./videos.ts";

/** Tilt of the camera: constant, and its standard deviation from picture to picture, degrees. */
const TILTS = [
  { name: "level", constant: 0, noise: 0 },
  { name: "0.5°", constant: 1, noise: 0.5 },
  { name: "1°", constant: 2, noise: 1 },
] as const;

interface Read {
  readonly video: WalkVideo;
  readonly tilt: string;
  readonly path: WalkPath;
  readonly keyframes: readonly WalkKeyframe[];
  /** CPU seconds per picture. */
  readonly seconds: number;
}

function read(video: WalkVideo, { name, constant, noise }: (typeof TILTS)[number]): Read {
  const random = createNoise(11);
  const pictures =
    noise === 0
      ? video.pictures
      : video.pictures.map((picture) => tilted(picture, constant + noise * random(), noise * random()));
  const reader = createWalkReader();
  const before = process.cpuUsage();
  for (const picture of pictures) reader.add(picture);
  const path = reader.path();
  const { user, system } = process.cpuUsage(before);
  return {
    video,
    tilt: name,
    path,
    keyframes: reader.keyframes(),
    seconds: (user + system) / 1e6 / pictures.length,
  };
}

const metres = (value: number) => value.toFixed(2);
const cells = ({ median: middle, p90, worst }: Verdict) =>
  `${metres(middle)} / ${metres(p90)} / ${metres(worst)}`;

interface Judged {
  readonly read: Read;
  readonly byTaps: Readonly<Record<3 | 5, { vision: Verdict; time: Verdict; pace: Verdict }>>;
}

function judge(done: Read): Judged {
  const { path, video } = done;
  const of = (taps: 3 | 5) => ({
    vision: verdictOf(placedBy(path, video.truth, taps), video.truth),
    time: verdictOf(placedByTime(path, video.truth, taps), video.truth),
    pace: verdictOf(placedBy(atConstantPace(path), video.truth, taps), video.truth),
  });
  return { read: done, byTaps: { 3: of(3), 5: of(5) } };
}

const rowsOf = ({ read: { video, tilt, path, seconds }, byTaps }: Judged): string[][] =>
  ([3, 5] as const).map((taps) => {
    const { vision, time, pace } = byTaps[taps];
    return [
      video.name,
      tilt,
      String(taps),
      cells(vision),
      cells(pace),
      cells(time),
      `${Math.round(vision.dashed * 100)} %`,
      metres(vision.undashed),
      `${vision.heading.toFixed(1)}°`,
      `${seconds.toFixed(2)} s`,
      path.tilt.pitch.toFixed(1),
      String(path.floorChanges.length),
    ];
  });

/** Pictures of one walk as known spots, two seconds apart. */
const spotsOf = (video: WalkVideo): KnownSpot[] =>
  video.pictures.flatMap((picture, i) => {
    const truth = video.truth[i]!;
    return i % 5 === 0
      ? [
          {
            id: `${video.name} ${i}`,
            sheet: floorOf(truth),
            x: truth.x / WIDTH,
            y: 1 - truth.y / DEPTH,
            heading: truth.heading,
            features: featuresOf(picture),
          },
        ]
      : [];
  });

const SECOND_WALKS = [
  ["loop", "blocks", "same stage"],
  ["blocks", "loop", "same stage"],
  ["frame", "blocks", "next stage"],
  ["blocks", "finished", "next stage"],
  ["frame", "finished", "two stages later"],
] as const;

/** A later walk of the same floor, aligned by the spots of an earlier one. */
function alignedRows(reads: readonly Read[]): string[][] {
  return SECOND_WALKS.flatMap(([earlier, later, stage]) => {
    const first = reads.find(({ video, tilt }) => video.name === earlier && tilt === "level");
    const second = reads.find(({ video, tilt }) => video.name === later && tilt === "0.5°");
    if (first === undefined || second === undefined) return [];
    // The floor is known, as in a project with one floor plan.
    const sheets: WalkSheet[] = SHEETS.slice(0, 1).map((sheet) => ({ ...sheet, metres: WIDTH }));
    const started = performance.now();
    const { taps, share } = alignWalk(second.path, second.keyframes, spotsOf(first.video), sheets);
    const took = (performance.now() - started) / 1000;
    const { truth } = second.video;
    const alone = taps.length === 0 ? undefined : verdictOf(placeWalk(second.path, taps, sheets), truth);
    const ends = [tapAt(truth, 0, 1), tapAt(truth, truth.length - 1, 1)];
    const helped = verdictOf(placeWalk(second.path, [...taps, ...ends], sheets), truth);
    const unaided = verdictOf(placeWalk(second.path, ends, sheets), truth);
    return [
      [
        `${earlier} → ${later}`,
        stage,
        String(taps.length),
        `${Math.round(share * 100)} %`,
        alone ? cells(alone) : "–",
        cells(helped),
        cells(unaided),
        `${took.toFixed(0)} s`,
      ],
    ];
  });
}

/** A walk of ten minutes, made of one that is walked again and again. */
function longPath(path: WalkPath): WalkPath {
  const times = Math.ceil(1800 / path.pictures.length);
  const last = path.pictures.at(-1)!;
  const pictures = Array.from({ length: times }, (_, k) =>
    path.pictures.map((one) => ({
      ...one,
      x: one.x + k * last.x,
      y: one.y + k * last.y,
      at: one.at + k * last.at,
    })),
  ).flat();
  const links = Array.from({ length: pictures.length - 1 }, (_, i) => path.links[i % path.links.length]!);
  return { ...path, pictures: pictures.slice(0, 1800), links: links.slice(0, 1799) };
}

function solveMilliseconds(path: WalkPath): number {
  const long = longPath(path);
  const taps = Array.from({ length: 8 }, (_, i) => ({
    picture: Math.round((i * 1799) / 7),
    sheet: "0",
    x: 0.1 + 0.1 * i,
    y: 0.5 + 0.3 * Math.sin(i),
  }));
  const times = Array.from({ length: 9 }, () => {
    const started = performance.now();
    placeWalk(long, taps, SHEETS);
    return performance.now() - started;
  });
  return median(times);
}

export async function runWalksBench(): Promise<Section> {
  const reads: Read[] = [];
  for (const name of walkNames) {
    const video = await readVideo(name);
    for (const tilt of TILTS) {
      console.error(`bench: ${name}, ${tilt.name} …`);
      reads.push(read(video, tilt));
    }
  }
  const judged = reads.map(judge);
  const aligned = alignedRows(reads);
  return {
    title: "Path of 360 videos",
    method:
      "Five videos through the demo building, rendered with exact truth (uneven pace, blur, a carrier in view, people, exposure jumps, H.264 at 512x256), level and with a constant tilt and noise from frame to frame. Presses are 15 cm off; the first two are the ends of the video, the others are where the program asks. Errors in metres: median / p90 / worst.",
    figures: figuresOf(judged, reads, await readerMemory()),
    details: [
      table(
        [
          "video",
          "tilt",
          "taps",
          "path and distances",
          "path at constant pace",
          "no vision",
          "dashed",
          "p90 of the rest",
          "heading",
          "CPU per frame",
          "tilt found",
          "floor changes",
        ],
        judged.flatMap(rowsOf),
      ),
      table(
        ["second video", "stage", "taps found", "share", "no tap", "with both ends", "ends alone", "time"],
        aligned,
      ),
    ],
  };
}

function figuresOf(judged: readonly Judged[], reads: readonly Read[], memory: number): Figure[] {
  const half = judged.filter(({ read: { tilt } }) => tilt === "0.5°");
  const worst = (value: (one: Judged) => number, list = half) => Math.max(...list.map(value));
  const all = judged.flatMap(({ byTaps }) => [byTaps[3], byTaps[5]]);
  const slowest = Math.max(...reads.map(({ seconds }) => seconds));
  return [
    amountFigure(
      "Worst median of a video, 5 taps, 0.5° tilt",
      worst(({ byTaps }) => byTaps[5].vision.median),
      0.5,
      "m",
      2,
    ),
    amountFigure(
      "Worst p90 of a video, 5 taps, 0.5° tilt",
      worst(({ byTaps }) => byTaps[5].vision.p90),
      1,
      "m",
      2,
    ),
    amountFigure(
      "Worst ratio to no vision (median), 3 and 5 taps, all tilts",
      Math.max(...all.map(({ vision, time }) => vision.median / time.median)),
      1.1,
      "×",
      2,
    ),
    amountFigure(
      "Worst p90 of frames that are not dashed, all tilts",
      Math.max(...all.map(({ vision }) => vision.undashed)),
      1,
      "m",
      2,
    ),
    amountFigure("CPU per minute of video, beyond decoding", slowest * 180, 120, "s"),
    amountFigure("Peak memory of a process that reads a video at 1280x640", memory, 450, "MiB"),
    amountFigure("Placing 1,800 frames with eight taps", solveMilliseconds(reads[0]!.path), 50, "ms", 1),
  ];
}
