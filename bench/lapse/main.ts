import { readFileSync } from "node:fs";
import { filmWorkshop, markedSphere } from "#server/media/spot-films/spot-film.fixture.ts";
import { childrenByParent, cpuOfTrees, residentMegabytes } from "../lib/process-tree.ts";
import { amountFigure, type Section } from "../lib/report.ts";

const dates = 24;
/** As wide as the usual 360 camera: the fixed view needs part of it, the turning one a smaller level. */
const width = 7680;

/** Measures what a time-lapse of a spot costs: drawing its frames and encoding them, in processes of their own. */
export async function runLapseBench(): Promise<Section> {
  const workshop = await filmWorkshop();
  try {
    const jpeg = await markedSphere({ marks: [{ bearing: 0, pitch: 0 }], north: 0, width });
    const photo = await workshop.picture(jpeg, 0);
    const pictures = Array.from({ length: dates }, (_, date) => ({
      ...photo,
      north: (date * 53) % 360,
      stamp: `${date + 1} March 2026`,
    }));
    const measured: { cpu: number; peaks: ReadonlyMap<string, number> }[] = [];
    for (const isTurning of [false, true]) {
      const before = cpuOfTrees([process.pid]);
      const peaks = new Map<string, number>();
      const timer = setInterval(() => noteMemory(peaks), 50);
      await workshop.film({ pictures, look: { bearing: 40, pitch: isTurning ? 0 : 4, fov: 75 }, isTurning });
      clearInterval(timer);
      measured.push({ cpu: (cpuOfTrees([process.pid]) - before) / 1000, peaks });
    }
    const memory = ({ peaks }: (typeof measured)[number]) =>
      [...peaks.values()].reduce((sum, peak) => sum + peak, 0);
    const [fixed, turning] = measured;
    return {
      title: "Time-lapses of spots",
      method: `${dates} times one photo of ${width}x${width / 2}, with another north each, becomes 21 s of 1920x1080 at 20 frames a second, with the date in the picture. CPU time is that of all processes; memory is the sum of the peaks of the drawing process and of the encoder.`,
      figures: [
        amountFigure(`CPU time of ${dates} dates, fixed direction`, fixed?.cpu ?? 0, 60, "s", 1),
        amountFigure(`CPU time of ${dates} dates, turning once around`, turning?.cpu ?? 0, 60, "s", 1),
        amountFigure("Memory, fixed direction", fixed ? memory(fixed) : 0, 300, "MB"),
        amountFigure("Memory, turning once around", turning ? memory(turning) : 0, 300, "MB"),
      ],
      details: [],
    };
  } finally {
    await workshop.close();
  }
}

/** Peak resident memory of each descendant, by what it runs. */
function noteMemory(peaks: Map<string, number>): void {
  const children = childrenByParent();
  const visit = (pid: number): void => {
    for (const child of children.get(pid) ?? []) {
      try {
        const name = readFileSync(`/proc/${child}/cmdline`, "utf8").includes("frames-process")
          ? "drawing"
          : "encoder";
        // A process that is ending has no memory any more.
        peaks.set(name, Math.max(peaks.get(name) ?? 0, residentMegabytes(child) || 0));
      } catch {
        // It has just ended.
      }
      visit(child);
    }
  };
  visit(process.pid);
}
