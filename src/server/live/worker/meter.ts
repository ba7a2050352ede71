import type { LiveSignal } from "../engine.ts";
import type { AccessUnit, TrackConfig } from "../packager/index.ts";

const SPAN_MS = 5000;

/** Measures the input over the last seconds. */
export class Meter {
  #units: { at: number; bytes: number; isPicture: boolean }[] = [];
  #lastKey: number | null = null;
  #gop = 0;
  #from = 0;

  count(unit: AccessUnit, now: number): void {
    const isPicture = unit.track === "video";
    this.#units.push({ at: now, bytes: unit.data.length, isPicture });
    if (!isPicture || !unit.isKey) return;
    if (this.#lastKey !== null && unit.dts > this.#lastKey) this.#gop = (unit.dts - this.#lastKey) / 1e6;
    this.#lastKey = unit.dts;
  }

  reset(): void {
    this.#units = [];
    this.#from = 0;
    this.#lastKey = null;
    this.#gop = 0;
  }

  signal(configs: readonly TrackConfig[], now: number): LiveSignal | null {
    const gone = this.#units.findIndex(({ at }) => at > now - SPAN_MS);
    this.#units.splice(0, gone < 0 ? this.#units.length : gone);
    const first = this.#units[0];
    if (first === undefined || configs.length === 0) return null;
    if (this.#from === 0) this.#from = first.at;
    const seconds = Math.min(SPAN_MS, Math.max(500, now - this.#from)) / 1000;
    const video = configs.find((config) => config.kind === "video");
    const bytes = this.#units.reduce((sum, unit) => sum + unit.bytes, 0);
    return {
      width: video?.width ?? 0,
      height: video?.height ?? 0,
      fps: Math.round((this.#units.filter(({ isPicture }) => isPicture).length / seconds) * 10) / 10,
      bitrate: Math.round((bytes * 8) / seconds),
      codec: (video ?? configs[0])?.name ?? "",
      hasAudio: configs.some(({ kind }) => kind === "audio"),
      gop: Math.round(this.#gop * 100) / 100,
    };
  }
}
