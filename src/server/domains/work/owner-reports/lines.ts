import type { ReportSection } from "#contract/owner-reports.limits.ts";
import type { ReportFigures } from "#contract/owner-reports.ts";
import type { Frozen } from "./frozen.ts";
import type { ReportWords } from "./words.ts";

/** A section of figures as text: names and values, a line each. */
export interface SectionLines {
  readonly section: ReportSection;
  readonly heading: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
}

type Fact = readonly [name: string, value: string];
type Figures<K extends keyof ReportFigures> = NonNullable<ReportFigures[K]>;

/** The figures of a report as text, in the order of its sections: the same lines in page, PDF and email. */
export function linesOf({ sections, figures }: Frozen, words: ReportWords): SectionLines[] {
  const { progress, snags, coverage, cameras, schedule, diary } = figures;
  const facts: Partial<Record<ReportSection, readonly Fact[]>> = {
    progress: progress === null ? [] : progressFacts(progress, words),
    snags: snags === null ? [] : snagFacts(snags, words),
    coverage: coverage === null || coverage.spots === 0 ? [] : coverageFacts(coverage, words),
    cameras: (cameras ?? []).map((camera) => cameraFact(camera, words)),
    schedule: schedule === null ? [] : scheduleFacts(schedule, words),
    diary: diary === null ? [] : diaryFacts(diary, words),
  };
  return sections.flatMap((section) => {
    const lines = facts[section] ?? [];
    return lines.length === 0 ? [] : [{ section, heading: words.say.sections[section], facts: lines }];
  });
}

function progressFacts({ percent, before, floors }: Figures<"progress">, words: ReportWords): Fact[] {
  const { paper } = words.say;
  const value = (now: number | null, was: number | null) => {
    if (now === null) return paper.none;
    if (was === null || was === now) return words.percent(now);
    return words.fill(paper.percent_before, { percent: words.percent(now), before: words.percent(was) });
  };
  if (percent === null && floors.length === 0) return [];
  return [
    [paper.whole, value(percent, before)],
    ...floors.map((floor): Fact => [floor.name, value(floor.percent, floor.before)]),
  ];
}

function snagFacts(snags: Figures<"snags">, words: ReportWords): Fact[] {
  const { say, number, fill, day } = words;
  const { paper } = say;
  const { opened, closed, open, overdue, days_to_close } = snags;
  return [
    [paper.opened, number(opened)],
    [paper.closed, number(closed)],
    [paper.open, number(open)],
    [paper.overdue, number(overdue)],
    ...(days_to_close === null ? [] : [[paper.days_to_close, number(days_to_close)] as const]),
    ...snags.trades.map(
      (one): Fact => [
        one.trade === "" ? paper.no_trade : one.trade,
        fill(paper.trade_line, {
          opened: number(one.opened),
          closed: number(one.closed),
          open: number(one.open),
          overdue: number(one.overdue),
        }),
      ],
    ),
    ...snags.late.map(
      ({ number: n, title, due, days }): Fact => [
        `#${n} ${title}`,
        fill(paper.late_snag, { date: day(due), days: number(days) }),
      ],
    ),
  ];
}

function coverageFacts(
  { spots, seen, due, overdue, unseen }: Figures<"coverage">,
  words: ReportWords,
): Fact[] {
  const { say, number, fill, day } = words;
  const { paper } = say;
  return [
    [paper.spots, number(spots)],
    [paper.seen, number(seen)],
    [paper.due, number(due)],
    [paper.overdue, number(overdue)],
    ...unseen.map(
      ({ name, floor, last, days }): Fact => [
        [name, floor].filter(Boolean).join(" · "),
        last === null || days === null
          ? paper.never
          : fill(paper.last_seen, { date: day(last), days: number(days) }),
      ],
    ),
  ];
}

function cameraFact({ name, is_online, up, photos }: Figures<"cameras">[number], words: ReportWords): Fact {
  const { paper } = words.say;
  return [
    name,
    words.fill(paper.camera_line, {
      state: is_online ? paper.online : paper.offline,
      up: up === null ? paper.none : words.percent(up),
      photos: words.number(photos),
    }),
  ];
}

function scheduleFacts({ planned, actual, finish, late }: Figures<"schedule">, words: ReportWords): Fact[] {
  const { say, number, percent, fill, day } = words;
  const { paper } = say;
  return [
    [paper.planned, percent(planned)],
    [paper.actual, actual === null ? paper.none : percent(actual)],
    ...(finish === null ? [] : [[paper.finish, day(finish)] as const]),
    ...late.map(
      (task): Fact => [
        task.name,
        fill(paper.late_task, {
          date: day(task.finish),
          percent: percent(task.percent),
          days: number(task.days),
        }),
      ],
    ),
  ];
}

function diaryFacts(diary: Figures<"diary">, words: ReportWords): Fact[] {
  const { say, number, fill, cause } = words;
  const { paper } = say;
  // Half a dozen zeros below each other say no more than one.
  if (diary.entries === 0 && diary.photos === 0) return [[paper.entries, number(0)]];
  return [
    [paper.days, number(diary.days)],
    [paper.entries, number(diary.entries)],
    [paper.people, number(diary.people)],
    [paper.delay_hours, number(diary.delay_hours)],
    ...diary.delays.map((one): Fact => [fill(paper.delay, { cause: cause(one.cause) }), number(one.hours)]),
    [paper.photos, number(diary.photos)],
  ];
}
