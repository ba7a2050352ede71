import type { EvidenceLine } from "#contract/evidence.ts";
import { CONTENT, PAGE } from "#server/platform/pdf/canvas.ts";
import { ink } from "#server/platform/pdf/ink.ts";
import type { Block, Row } from "#server/platform/pdf/paginate.ts";
import { grouped } from "../words.ts";
import { factRow, headingRow, LABEL, type Printing, textRow } from "./sheet.ts";

const { side: SIDE } = PAGE;
/** Columns: the time, under the labels of the facts above, then the user; at the far end the entry and its seal. */
const columns = { at: LABEL, who: 104, seal: 96 } as const;
const GAP = 10;

/** Actions, views, the seals over both, the result of their check, and how to verify them independently. */
export function recordBlocks(printing: Printing): Block[] {
  const { canvas, evidence, words } = printing;
  const { say } = words;
  const note = (text: string) => textRow(canvas, text, { colour: ink.muted, gap: 6 });
  const lines = (list: readonly EvidenceLine[]) => list.map((line) => lineRow(printing, line));
  /** Note that these are the newest of more; empty when they are all, or may not be read. */
  const listed = ({ length }: readonly EvidenceLine[], total: number) =>
    length === 0 || length >= total
      ? []
      : [note(words.fill(say.listed, { n: words.number(length), total: words.number(total) }))];
  const block = (heading: string, rows: readonly Row[]): Block => ({
    rows: [headingRow(canvas, heading), ...rows],
    gap: 18,
    core: 2,
    again: () => headingRow(canvas, heading),
  });
  const done =
    evidence.lines === null
      ? [note(say.record_hidden)]
      : evidence.lines.length === 0
        ? [note(say.record_none)]
        : [...listed(evidence.lines, evidence.n_lines ?? 0), ...lines(evidence.lines)];
  const seen = [note(words.seen(evidence.n_seen)), ...listed(evidence.seen ?? [], evidence.n_seen)];
  if (evidence.seen === null && evidence.n_seen > 0) seen.push(note(say.seen_hidden));
  return [
    block(say.record, done),
    block(evidence.kind === "room" ? say.seen_room : say.seen, [...seen, ...lines(evidence.seen ?? [])]),
    block(say.seals, sealRows(printing)),
    block(
      say.how,
      [say.how_file, say.how_seal, say.how_limit].map((text) => textRow(canvas, text, { gap: 5 })),
    ),
  ];
}

function lineRow({ canvas, words }: Printing, line: EvidenceLine): Row {
  const small = { size: 8, weight: "normal", isOwn: true } as const;
  const at = canvas.set(words.moment(line.at), { ...small, width: columns.at });
  const who = canvas.set(words.who(line), { ...small, isOwn: false, width: columns.who - GAP, most: 2 });
  const width = CONTENT - columns.at - columns.who - columns.seal - GAP;
  const what = canvas.set(words.sentence(line), { size: 9, weight: "normal", isOwn: true, width });
  const { say, fill } = words;
  const place = line.id_seal === null ? say.unsealed : fill(say.of_line, { n: line.id, seal: line.id_seal });
  const seal = canvas.set(place, { ...small, width: columns.seal });
  return {
    height: Math.max(at.height, who.height, what.height, seal.height),
    gap: 3,
    draw(y) {
      canvas.text(at, SIDE, y + 0.5, { colour: ink.muted });
      canvas.text(who, SIDE + columns.at, y + 0.5);
      canvas.text(what, SIDE + columns.at + columns.who, y);
      canvas.text(seal, SIDE + CONTENT - columns.seal, y + 0.5, {
        width: columns.seal,
        align: "end",
        colour: ink.muted,
      });
    },
  };
}

function sealRows({ canvas, evidence, words }: Printing): Row[] {
  const { say } = words;
  if (evidence.seals.length === 0) return [textRow(canvas, say.seals_none, { colour: ink.muted, gap: 6 })];
  const isIntact = evidence.findings.length === 0;
  return [
    textRow(canvas, isIntact ? say.intact : say.broken, {
      isStrong: true,
      colour: isIntact ? ink.ok : ink.bad,
      gap: 6,
    }),
    ...evidence.findings.map((finding) => textRow(canvas, words.problem(finding), { colour: ink.bad })),
    ...evidence.seals.map(({ id, hash, sealed_at }) =>
      factRow(canvas, `${words.fill(say.seal, { n: id })}\n${words.moment(sealed_at)}`, grouped(hash)),
    ),
  ];
}
