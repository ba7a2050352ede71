import { isVoice, notOriginal, voicePrefix } from "#contract/evidence.files.ts";
import type { EvidenceFile } from "#contract/evidence.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import type { Block, Row } from "#server/platform/pdf/paginate.ts";
import { grouped } from "../words.ts";
import { factRow, headingRow, type Printing, textRow } from "./sheet.ts";

/** Every uploaded file, each kept together. */
export function fileBlocks(printing: Printing): Block[] {
  const { canvas, evidence, words } = printing;
  const heading = headingRow(canvas, words.say.files);
  const [first, ...more] = evidence.files.map((file) => fileRows(printing, file));
  if (first === undefined)
    return [
      {
        rows: [heading, textRow(canvas, words.say.files_none, { colour: ink.muted, gap: 6 })],
        gap: 18,
        core: 2,
      },
    ];
  return [
    { rows: [heading, ...first], gap: 18, core: first.length + 1 },
    ...more.map((rows): Block => ({ rows, gap: 12, core: rows.length })),
  ];
}

function fileRows({ canvas, evidence, words }: Printing, file: EvidenceFile): Row[] {
  const { say } = words;
  const fact = (label: string, value: string, isOwn = true) => factRow(canvas, label, value, isOwn);
  const rows = [
    textRow(canvas, labelOf(evidence.kind, file, words), { isStrong: true, size: 10, gap: 6 }),
    fact(say.file_name, file.name || say.unnamed, file.name === ""),
    fact(say.sha256, grouped(file.sha256)),
  ];
  if (file.came !== null) rows.push(fact(say.came_sha256, grouped(file.came.sha256)));
  rows.push(fact(say.bytes, words.fill(say.exact_bytes, { bytes: words.number(file.bytes) })));
  if (file.width !== null && file.height !== null)
    rows.push(fact(say.pixels, `\u2066${file.width} × ${file.height}\u2069`));
  rows.push(fact(say.received, words.moment(file.received_at)));
  rows.push(fact(say.received_by, file.received_by?.name || say.nobody, !file.received_by?.name));
  rows.push(...deviceRows({ canvas, words }, file));
  if (file.variants.length > 0) rows.push(fact(say.variants, variantNames(file, say.tiles)));
  if (!file.is_original)
    rows.push(
      textRow(canvas, say[notOriginal(file)], {
        size: 8,
        colour: ink.muted,
      }),
    );
  else rows.push(...cameraRows({ canvas, words }, file));
  return rows;
}

/** Facts from before its arrival: the time by the device's clock, and when its checksum arrived. */
function deviceRows({ canvas, words }: Pick<Printing, "canvas" | "words">, { device }: EvidenceFile): Row[] {
  if (device === null) return [];
  const { say, fill, moment, number } = words;
  const { captured_at, clock_offset, sha256, announced_at } = device;
  const rows: Row[] = [];
  if (captured_at !== null) rows.push(factRow(canvas, say.device_time, moment(captured_at), true));
  if (clock_offset !== null)
    rows.push(
      factRow(
        canvas,
        say.device_offset,
        fill(say.device_seconds, { n: number(Math.round(clock_offset / 1000)) }),
        true,
      ),
    );
  if (announced_at !== null) rows.push(factRow(canvas, say.hash_received, moment(announced_at), true));
  if (sha256 !== null) rows.push(factRow(canvas, say.device_sha256, grouped(sha256), true));
  return [...rows, textRow(canvas, say.device_note, { size: 8, colour: ink.muted })];
}

function cameraRows({ canvas, words }: Pick<Printing, "canvas" | "words">, { camera }: EvidenceFile): Row[] {
  const { say } = words;
  const rows: Row[] = [];
  if (camera.at !== null) rows.push(factRow(canvas, say.camera_time, words.moment(camera.at)));
  if (camera.latitude !== null && camera.longitude !== null) {
    const metres = camera.altitude === null ? "" : `, ${Math.round(camera.altitude)} m`;
    const place = `\u2066${camera.latitude.toFixed(6)}, ${camera.longitude.toFixed(6)}${metres}\u2069`;
    rows.push(factRow(canvas, say.camera_place, place));
  }
  const note = rows.length === 0 ? say.camera_none : say.camera_note;
  return [...rows, textRow(canvas, note, { size: 8, colour: ink.muted })];
}

/** Files in a folder are many and small: tiles of a picture. */
const variantNames = ({ variants }: EvidenceFile, tiles: string): string =>
  variants.map(({ name }) => (name === "t" ? tiles : `\u2066${name}\u2069`)).join("  ·  ");

function labelOf(kind: string, { id }: EvidenceFile, { say, fill }: Printing["words"]): string {
  if (kind === "sheet") return fill(say.version, { n: id.slice(1) });
  if (kind !== "snag" && kind !== "diary") return say.as_it_came;
  return isVoice(id) ? fill(say.voice, { n: id.slice(voicePrefix.length) }) : fill(say.picture, { n: id });
}
