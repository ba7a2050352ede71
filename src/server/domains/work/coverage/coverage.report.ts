import { dayText } from "#contract/coverage.calendar.ts";
import type { CoveragePlan, CoverageRhythm } from "#contract/coverage.ts";
import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/work/coverage.json" with { type: "json" };
import en from "#i18n/en/work/coverage.json" with { type: "json" };
import type { ExportPart } from "#server/domains/sites/exports/part.ts";
import { dayIn } from "#server/domains/sites/exports/words.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { fillText } from "#server/platform/mail/text.ts";
import type { PlainDocument } from "#server/platform/pdf/plain-document.ts";
import { sheetsOf, skipsOf } from "./coverage.repository.ts";
import { type JudgedSpot, loadCoverage } from "./coverage.state.ts";

const words = { en, ar } satisfies Record<Language, object>;
const locales = { en: "en-GB", ar: "ar-u-nu-latn" } as const;
/** Spots whose names one section of a document holds: a section is laid out as a whole. */
const SECTION = 100;

const asDate = (day: string) => new Date(`${day}T00:00:00Z`);

function rhythmText(rhythm: CoverageRhythm, language: Language): string {
  const say = words[language].paper;
  if (rhythm.kind === "days") return fillText(say.every_days, { n: String(rhythm.days) });
  const name = new Intl.DateTimeFormat(locales[language], { weekday: "long", timeZone: "UTC" });
  // 2 January 2000 was a Sunday.
  const days = rhythm.weekdays.map((weekday) => name.format(Date.UTC(2000, 0, 2 + weekday)));
  return new Intl.ListFormat(locales[language]).format(days);
}

/** Last photo and state of a spot, as text. */
function stateText(spot: JudgedSpot, language: Language): string {
  const say = words[language];
  const seen =
    spot.photo === undefined
      ? say.never_seen
      : fillText(say.paper.seen, { date: dayIn(language, asDate(spot.photo.day)) });
  const state =
    spot.state === "overdue"
      ? fillText(say.paper.overdue, { n: String(spot.overdue_days) })
      : spot.state === "fresh" && spot.due !== null
        ? fillText(say.paper.next, { date: dayIn(language, asDate(dayText(spot.due))) })
        : say.states[spot.state];
  return `${seen} · ${state}`;
}

interface Report {
  readonly project: { readonly id: number; readonly name: string };
  readonly site: string;
  readonly now: Date;
}

/** All spots of a project by floor plan, as a document. */
export async function coverageDocument(
  db: Database,
  { project, site, now }: Report,
  language: Language,
): Promise<PlainDocument> {
  const say = words[language];
  const [{ plan, spots, today }, sheets] = await Promise.all([
    loadCoverage(db, project.id, { now }),
    sheetsOf(db, project.id),
  ]);
  const floors = [...sheets, { id: null, name: say.no_floor, floor: "" }];
  const sections = floors.flatMap(({ id, name, floor }) => {
    const here = spots.filter(({ id_sheet }) => id_sheet === id);
    return Array.from({ length: Math.ceil(here.length / SECTION) }, (_, at) => ({
      heading: [floor, name].filter(Boolean).join(" · "),
      note: String(here.length),
      facts: here
        .slice(at * SECTION, (at + 1) * SECTION)
        .map((spot) => [spot.name, stateText(spot, language)] as const),
    }));
  });
  return {
    language,
    title: `${say.title} – ${dayIn(language, asDate(today))}`,
    subtitle: project.name,
    about: [site, project.name].filter(Boolean).join(" · "),
    page: say.paper.page,
    at: now,
    sections: [{ heading: say.paper.summary, facts: summaryOf(plan, spots, language) }, ...sections],
  };
}

function summaryOf(plan: CoveragePlan, spots: readonly JudgedSpot[], language: Language) {
  const say = words[language];
  const newest = spots.reduce(
    (day, { photo }) => (photo !== undefined && photo.day > day ? photo.day : day),
    "",
  );
  const count = (state: JudgedSpot["state"]) => String(spots.filter((spot) => spot.state === state).length);
  return [
    [say.paper.spots, String(spots.length)],
    [say.last_seen, newest === "" ? say.never_seen : dayIn(language, asDate(newest))],
    [say.states.fresh, count("fresh")],
    [say.states.due, count("due")],
    [say.states.overdue, count("overdue")],
    [say.plan.rhythm, plan.is_on ? rhythmText(plan.rhythm, language) : say.plan.is_off],
  ] as const;
}

/** Export part: the spots with their last photos, and every skip with its reason. */
export function coverageExport({ db, clock }: { db: Database; clock: Clock }): ExportPart {
  return {
    name: "coverage",
    needs: "visits.view",
    estimate: () => Promise.resolve(0),
    async read({ project, language }) {
      const say = words[language];
      const [{ plan, spots }, skips] = await Promise.all([
        loadCoverage(db, project.id, { now: clock.now() }),
        skipsOf(db, project.id),
      ]);
      const { version: _version, ...rules } = plan;
      const listed = spots.map((spot) => ({
        id: spot.id,
        name: spot.name,
        id_sheet: spot.id_sheet,
        x: spot.x,
        y: spot.y,
        rhythm: spot.rhythm,
        is_on: spot.is_on,
        state: spot.state,
        last_seen: spot.photo?.day ?? null,
        due: spot.due === null ? null : dayText(spot.due),
        overdue_days: spot.overdue_days,
      }));
      const skipped = skips.map(({ spot, day, reason, person, created_at }) => ({
        spot,
        day,
        reason,
        person: person?.name ?? "",
        at: created_at.toISOString(),
      }));
      return {
        facts: { plan: rules, spots: listed, skips: skipped },
        tables: [
          {
            name: "coverage",
            columns: [say.paper.spot, say.last_seen, say.paper.state, say.paper.due, say.paper.overdue_days],
            rows: listed.map(({ name, last_seen, state, due, overdue_days }) => [
              name,
              last_seen ?? "",
              say.states[state],
              due ?? "",
              overdue_days,
            ]),
          },
          {
            name: "coverage-skips",
            columns: [say.paper.day, say.paper.spot, say.skip.reason, say.paper.person],
            rows: skipped.map(({ day, spot, reason, person }) => [day, spot, reason, person]),
          },
        ],
      };
    },
  };
}
