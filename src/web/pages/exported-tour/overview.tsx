import { ChevronRight } from "lucide-react";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { fileHref, hrefOf, roomName } from "./addresses.ts";
import { CameraList } from "./cameras.tsx";
import { type ExportData, firstRoom, type TourRoom, type TourVisit } from "./data.ts";
import { edge, LanguageButton, mainButtonClass, Part, Thumbnail } from "./parts.tsx";
import { PhotoList } from "./photo-list.tsx";
import type { TourSpeaker, TourText } from "./words.ts";

interface OverviewProps {
  data: ExportData;
  speaker: TourSpeaker;
  onLanguage: () => void;
}

/** The project on one page: its details, its visits with the newest first, people, files. */
export function Overview({ data, speaker, onLanguage }: OverviewProps) {
  const { cameras = [], photos = [], team = [] } = data;
  const visits = (data.visits ?? []).toReversed();
  const width = "mx-auto w-full max-w-[calc(76rem+2*clamp(1rem,4vw,3rem))]";
  return (
    <>
      <Hero data={data} newest={visits[0]} speaker={speaker} onLanguage={onLanguage} />
      <main className={cx(width, edge)}>
        <Facts data={data} visits={visits} speaker={speaker} />
        {data.visits !== undefined && <VisitList visits={visits} speaker={speaker} />}
        {photos.length > 0 && <PhotoList photos={photos} speaker={speaker} />}
        {cameras.length > 0 && <CameraList cameras={cameras} speaker={speaker} />}
        {team.length > 0 && <Team team={team} speaker={speaker} />}
        <Files data={data} speaker={speaker} />
      </main>
      <footer className={cx(width, edge, "mt-12 pt-5 pb-8 text-xs text-ink-muted")}>
        <p>{speaker.say("exported", { date: speaker.date(data.exported_at) })}</p>
        <p>{speaker.say("offline")}</p>
      </footer>
    </>
  );
}

interface HeroProps extends OverviewProps {
  newest: TourVisit | undefined;
}

function Hero({ data: { project }, newest, speaker, onLanguage }: HeroProps) {
  const room = firstRoom(newest);
  return (
    <header
      data-theme="dark"
      className={cx(
        edge,
        "relative flex min-h-[clamp(20rem,52vh,32.5rem)] flex-col justify-between gap-12 overflow-hidden bg-canvas pt-4 pb-10 text-white",
      )}
    >
      {newest?.cover && <img src={newest.cover} alt="" className="absolute inset-0 size-full object-cover" />}
      {/* Dense enough for white text over a white wall. */}
      <div className="absolute inset-0 bg-linear-to-t from-black/85 from-22% via-black/20 via-70% to-black/55" />
      <div className="relative -me-3.5 flex justify-end">
        <LanguageButton speaker={speaker} onPress={onLanguage} />
      </div>
      <div className="relative mx-auto flex w-full max-w-304 flex-col items-start gap-2">
        <span className="rounded-full bg-white/20 px-2.5 py-0.5 text-xs font-strong">
          {speaker.say(`status.${project.status}`)}
        </span>
        <h1
          dir="auto"
          className="own-direction text-[clamp(1.75rem,1.2rem+2.4vw,2.75rem)] leading-tight font-strong wrap-anywhere"
        >
          {project.name}
        </h1>
        {project.location !== "" && (
          <p dir="auto" className="own-direction text-base text-white/85">
            {project.location}
          </p>
        )}
        {room !== undefined && (
          <a href={hrefOf(room)} className={cx(mainButtonClass, "mt-4")}>
            {speaker.say("walk")}
            <Icon of={ChevronRight} points />
          </a>
        )}
      </div>
    </header>
  );
}

interface FactsProps {
  data: ExportData;
  visits: readonly TourVisit[];
  speaker: TourSpeaker;
}

function Facts({ data: { project }, visits, speaker }: FactsProps) {
  const number = new Intl.NumberFormat("en");
  const { latitude, longitude, area } = project;
  const rooms = visits.reduce((sum, visit) => sum + visit.rooms.length, 0);
  const rows: readonly [TourText, string | null][] = [
    ["facts.last_visit", visits[0] ? speaker.date(visits[0].date) : null],
    ["facts.visits", visits.length > 0 ? number.format(visits.length) : null],
    ["facts.rooms", rooms > 0 ? number.format(rooms) : null],
    ["facts.year", String(project.year)],
    ["facts.buildings", number.format(project.num_buildings)],
    ["facts.floors", number.format(project.num_floors)],
    ["facts.area", area === 0 ? null : speaker.say("facts.area_value", { area: number.format(area) })],
    [
      "facts.coordinates",
      latitude === null || longitude === null ? null : `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`,
    ],
  ];
  return (
    <section className="border-b border-line py-7">
      {project.description !== "" && (
        <p dir="auto" className="own-direction mb-6 max-w-176 text-base">
          {project.description}
        </p>
      )}
      <dl className="flex flex-wrap gap-x-10 gap-y-4">
        {rows.map(
          ([key, value]) =>
            value !== null && (
              <div key={key}>
                <dt className="text-xs text-ink-muted">{speaker.say(key)}</dt>
                <dd className="text-base tabular-nums">
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function VisitList({ visits, speaker }: Omit<FactsProps, "data">) {
  return (
    <Part id="visits" title={speaker.say("visits")}>
      {visits.length === 0 && <p className="text-ink-muted">{speaker.say("visits_none")}</p>}
      {visits.map((visit) => (
        <Visit key={visit.id} visit={visit} speaker={speaker} />
      ))}
    </Part>
  );
}

/** The date is shown beside the visit's content. */
function Visit({ visit, speaker }: { visit: TourVisit; speaker: TourSpeaker }) {
  const { name, description, author, date, rooms } = visit;
  const count = speaker.count("rooms_count", rooms.length);
  const by = author === "" ? [] : [speaker.say("by", { name: `\u2068${author}\u2069` })];
  return (
    <article className="grid gap-x-8 gap-y-4 border-line py-6 min-[60rem]:grid-cols-[15rem_1fr] [&+&]:border-t">
      <div>
        <p className="text-ink-muted tabular-nums">{speaker.date(date)}</p>
        <h3 dir="auto" className="own-direction mt-0.5 mb-1 text-base font-strong wrap-anywhere">
          {name}
        </h3>
        <p className="text-ink-muted">{[count, ...by].join(" · ")}</p>
        {description !== "" && (
          <p dir="auto" className="own-direction mt-2">
            {description}
          </p>
        )}
      </div>
      {rooms.length === 0 ? (
        <p className="text-ink-muted">{speaker.say("rooms_none")}</p>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,44%),1fr))] gap-4">
          {rooms.map((room, at) => (
            <li key={room.id}>
              <RoomCard room={room} name={roomName(room, at, speaker)} />
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

/** The id by which the overview finds a room's card after a return from it. */
export const cardId = (room: number): string => `room-${room}`;

function RoomCard({ room, name }: { room: TourRoom; name: string }) {
  return (
    <a
      id={cardId(room.id)}
      href={hrefOf(room)}
      className="group flex flex-col gap-1.5 rounded-lg text-ink no-underline"
    >
      <Thumbnail room={room} className="transition-[filter] group-hover:brightness-105" />
      <span dir="auto" className="own-direction truncate pb-1 group-hover:text-accent-text">
        {name}
      </span>
    </a>
  );
}

const columns = "grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-x-8 gap-y-4";

function Team({ team, speaker }: { team: NonNullable<ExportData["team"]>; speaker: TourSpeaker }) {
  return (
    <Part id="team" title={speaker.say("team")}>
      <ul className={columns}>
        {team.map(({ name, role, company }) => (
          <li key={`${name} ${role} ${company}`} className="flex min-w-0 flex-col items-start">
            <span dir="auto" className="own-direction font-strong">
              {name === "" ? "–" : name}
            </span>
            <span className="text-ink-muted">
              {speaker.say(`roles.${role}`)}
              {company !== "" && (
                <>
                  {" · "}
                  <bdi>{company}</bdi>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Files({ data, speaker }: { data: ExportData; speaker: TourSpeaker }) {
  return (
    <Part id="files" title={speaker.say("files")}>
      <ul className={columns}>
        {filesOf(data, speaker).map(([words, path]) => (
          <li key={path} className="flex min-w-0 flex-col items-start">
            <a
              href={fileHref(path)}
              target="_blank"
              rel="noreferrer"
              className="py-1 font-strong text-accent-text underline"
            >
              {words}
            </a>
            <bdi className="text-ink-muted">{path}</bdi>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The files of the zip meant for readers, with their labels. */
function filesOf(data: ExportData, speaker: TourSpeaker): readonly (readonly [string, string])[] {
  const { visits, photos, snags, snag_reports: reports = [], videos, cameras, team } = data;
  const { spot_codes: codes, coverage, voice_notes: voice, crews } = data;
  const all: readonly [words: string, path: string, isThere: boolean][] = [
    [speaker.say("file.visits"), "visits.csv", visits !== undefined],
    [speaker.say("file.rooms"), "rooms.csv", visits !== undefined],
    [speaker.say("file.photos"), "photos.csv", photos !== undefined],
    [speaker.say("file.spot_codes"), "spot-codes.csv", codes !== undefined],
    [speaker.say("file.coverage"), "coverage.csv", coverage !== undefined],
    ...reports.map(({ file, from, to }): [string, string, boolean] => [
      reports.length === 1 ? speaker.say("file.report") : speaker.say("file.report_part", { from, to }),
      file,
      true,
    ]),
    [speaker.say("file.snags"), "snags.csv", snags !== undefined],
    [speaker.say("file.voice"), "voice-notes.csv", voice !== undefined],
    [speaker.say("file.videos"), "videos.csv", videos !== undefined],
    [speaker.say("file.cameras"), "cameras.csv", cameras !== undefined],
    [speaker.say("file.crews"), "crews.csv", crews !== undefined],
    [speaker.say("file.team"), "team.csv", team !== undefined],
    [speaker.say("file.project"), "project.json", true],
    [speaker.say("file.checksums"), "checksums.sha256", true],
  ];
  return all.filter(([, , isThere]) => isThere).map(([words, path]) => [words, path]);
}
