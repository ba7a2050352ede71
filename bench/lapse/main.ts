import { filmWorkshop, markedSphere } from "#server/media/spot-films/spot-film.fixture.ts";
import { type Held, watchPeak } from "../lib/memory.ts";
import { cpuOfTrees } from "../lib/process-tree.ts";
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
    const measured: { cpu: number; peak: Held }[] = [];
    for (const isTurning of [false, true]) {
      const before = cpuOfTrees([process.pid]);
      const watch = watchPeak(process.pid);
      await workshop.film({ pictures, look: { bearing: 40, pitch: isTurning ? 0 : 4, fov: 75 }, isTurning });
      const peak = await watch.stop();
      measured.push({ cpu: (cpuOfTrees([process.pid]) - before) / 1000, peak });
    }
    const memory = ({ peak }: (typeof measured)[number]) =>
      (peak.get("time-lapse frames") ?? 0) + (peak.get("ffmpeg") ?? 0);
    const [fixed, turning] = measured;
    return {
      title: "Time-lapses of spots",
      method: `${dates} times one photo of ${width}x${width / 2}, with another north each, becomes 21 s of 1920x1080 at 20 frames a second, with the date in each frame. CPU time is that of all processes; memory is the proportional set size of the drawing process and of the encoder together, at its highest (5 readings a second).`,
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
