import { type Frozen, isEmpty } from "./frozen.ts";
import type { ReportWords } from "./words.ts";

/** Changes of the period as sentences, by rules, from the frozen figures alone. One sentence when there are none. */
export function sentencesOf(
  frozen: Frozen,
  { from, to }: { readonly from: string; readonly to: string },
  words: ReportWords,
): string[] {
  const { say, fill, day } = words;
  const empty = isEmpty(frozen) ? [fill(say.sentences.empty, { from: day(from), to: day(to) })] : [];
  if (!frozen.sections.includes("changes")) return empty;
  const standing = [...coverageSentences(frozen, words), ...scheduleSentences(frozen, words)];
  if (empty.length > 0) return [...empty, ...standing, ...cameraSentences(frozen, words)];
  return [
    ...visitSentences(frozen, words),
    ...progressSentences(frozen, words),
    ...snagSentences(frozen, words),
    ...standing,
    ...cameraSentences(frozen, words),
    ...diarySentences(frozen, words),
  ];
}

function visitSentences({ figures: { visits } }: Frozen, { counted }: ReportWords): string[] {
  if (visits === null || visits.visits === 0) return [];
  return [counted("visits", visits.visits, { rooms: counted("rooms", visits.rooms) })];
}

function progressSentences({ figures: { progress } }: Frozen, { say, fill, percent }: ReportWords): string[] {
  if (progress === null || progress.percent === null) return [];
  const { percent: now, before } = progress;
  const values = { percent: percent(now), before: before === null ? "" : percent(before) };
  const { sentences } = say;
  const text =
    before === null
      ? sentences.progress_first
      : now > before
        ? sentences.progress_rose
        : now < before
          ? sentences.progress_fell
          : sentences.progress_same;
  const steps = progress.floors
    .filter((floor) => floor.percent !== null && floor.percent > (floor.before ?? 0))
    .toSorted((a, b) => (b.percent ?? 0) - (b.before ?? 0) - ((a.percent ?? 0) - (a.before ?? 0)));
  const [largest] = steps;
  const floor =
    largest === undefined || progress.floors.length < 2
      ? []
      : [
          fill(sentences.floor, {
            floor: largest.name,
            before: percent(largest.before ?? 0),
            percent: percent(largest.percent ?? 0),
          }),
        ];
  return [fill(text, values), ...floor];
}

function snagSentences({ figures: { snags } }: Frozen, { say, counted, list }: ReportWords): string[] {
  if (snags === null || snags.opened + snags.closed + snags.open === 0) return [];
  const parts = [
    counted("snags_opened", snags.opened),
    counted("snags_closed", snags.closed),
    counted("snags_open", snags.open),
  ];
  const sentence = say.sentences.snags.replace("{{list}}", list(parts));
  return [
    sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1),
    ...(snags.overdue > 0 ? [counted("snags_overdue", snags.overdue)] : []),
  ];
}

function coverageSentences({ figures: { coverage } }: Frozen, { counted }: ReportWords): string[] {
  return coverage === null || coverage.overdue === 0 ? [] : [counted("coverage", coverage.overdue)];
}

function scheduleSentences({ figures: { schedule } }: Frozen, { say, fill, counted, percent }: ReportWords) {
  if (schedule === null) return [];
  const { planned, actual, late } = schedule;
  return [
    ...(actual === null
      ? []
      : [fill(say.sentences.behind, { planned: percent(planned), actual: percent(actual) })]),
    ...(late.length > 0 ? [counted("late", schedule.late_count)] : []),
  ];
}

function cameraSentences({ figures: { cameras } }: Frozen, { counted }: ReportWords): string[] {
  const offline = (cameras ?? []).filter(({ is_online }) => !is_online).length;
  return offline === 0 ? [] : [counted("cameras", offline)];
}

function diarySentences({ figures: { diary } }: Frozen, { say, fill, number }: ReportWords): string[] {
  if (diary === null || diary.delay_hours === 0) return [];
  return [fill(say.sentences.delays, { hours: number(diary.delay_hours) })];
}
