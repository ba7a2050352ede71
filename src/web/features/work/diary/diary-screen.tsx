import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { NotebookPen } from "lucide-react";
import { useState } from "react";
import type { DiaryDay } from "#contract/diary.ts";
import type diary from "#i18n/en/work/diary.json";
import { call } from "#web/lib/client.ts";
import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import { positive } from "#web/lib/list-state.ts";
import { storageKeys } from "#web/lib/storage.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { ForProject } from "#web/shell/projects/for-project.tsx";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { useProjectOfScreen } from "#web/shell/projects/projects.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { Day } from "./day.tsx";
import { daysPerPage } from "./days-per-page.ts";
import { type DiaryParts, DiaryPartsContext } from "./parts.ts";

declare module "#web/lib/text-keys.ts" {
  interface Texts {
    diary: Omit<typeof diary, "elsewhere">;
  }
  interface Elsewhere {
    diary: (typeof diary)["elsewhere"];
  }
}

/** The current day in the device's time zone. */
const today = () => new Intl.DateTimeFormat("en-CA").format(new Date());

/** `/diary/12` lists the days of a project, `/diary/12_2026-11-20` shows one. */
function useDiaryAddress() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const [, project, day] = /^(\d+)(?:_(\d{4}-\d{2}-\d{2}))?$/.exec(id ?? "") ?? [];
  const navigate = useNavigate();
  const go = (to: string, replace = false) => void navigate({ to, replace });
  return {
    project: id === undefined ? null : positive(project),
    isNamed: id !== undefined,
    day,
    choose: (next: number, isReplaced = false) => go(`/diary/${next}`, isReplaced),
    open: (next: string) => go(`/diary/${project}_${next}`),
  };
}

/** The site diary: the days of a project, and the entries of a day. */
export function DiaryScreen({ parts }: { parts: DiaryParts }) {
  return (
    <DiaryPartsContext value={parts}>
      <Diary />
    </DiaryPartsContext>
  );
}

function Diary() {
  const t = useText();
  const place = useDiaryAddress();
  const { newest, chosen, project } = useProjectOfScreen(place, storageKeys.progressProject);
  const title = t("diary.title");
  return (
    <ForProject newest={newest} title={title} noProjects={t("diary.no_projects_text")}>
      {chosen !== null && place.day !== undefined ? (
        <Day key={`${chosen} ${place.day}`} project={chosen} name={project?.name ?? ""} day={place.day} />
      ) : (
        <>
          <PageHeader title={title} note={t("diary.subtitle")} />
          <div className="mb-6 grid items-end gap-4 sm:grid-cols-[minmax(0,22rem)_13rem_auto]">
            <ProjectSelect
              label={t("diary.project")}
              may="view_snags"
              value={chosen}
              onChange={(next) => next !== null && place.choose(next.id)}
            />
            <DateField
              label={t("diary.other_day")}
              value={null}
              onChange={(day) => day !== null && place.open(day)}
            />
          </div>
          {chosen === null ? <CardsSkeleton count={4} /> : <Days project={chosen} open={place.open} />}
        </>
      )}
    </ForProject>
  );
}

function Days({ project, open }: { project: number; open: (day: string) => void }) {
  const t = useText();
  const [page, setPage] = useState(1);
  const days = useQuery({
    queryKey: ["diary", "days", project, page],
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects/{id}/diary",
        { params: { id: project }, query: { page, per_page: daysPerPage } },
        { signal },
      ),
  });
  if (days.isPending) return <CardsSkeleton count={4} />;
  if (days.isError) return <LoadFailure error={days.error} onRetry={() => void days.refetch()} />;
  const { items, total, can } = days.data;
  const mayWrite = can["write"] === true;
  const write = mayWrite && (
    <Button variant="primary" icon={NotebookPen} onPress={() => open(today())}>
      {t(items.some(({ day }) => day === today()) ? "diary.continue_today" : "diary.write_today")}
    </Button>
  );
  if (total === 0)
    return (
      <EmptyState
        icon={NotebookPen}
        title={t("diary.none_title")}
        text={t(mayWrite ? "diary.none_text" : "diary.none_text_reader")}
        action={write}
      />
    );
  return (
    <>
      <div className="mb-4">{write}</div>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {items.map((item) => (
          <li key={item.day}>
            <DayCard project={project} item={item} />
          </li>
        ))}
      </ul>
      <Pager page={page} perPage={daysPerPage} total={total} onChange={setPage} />
    </>
  );
}

function DayCard({ project, item }: { project: number; item: DiaryDay }) {
  const t = useText();
  const format = useFormat();
  const { day, entries, closed, people, photos, delay_hours, weather } = item;
  return (
    <Card>
      <div className="flex items-start justify-between gap-2">
        <Link href={`/diary/${project}_${day}`} look="plain" className="font-strong hover:underline">
          {format.date(dayOf(day), "long")}
        </Link>
        <Chip tone={closed === entries ? "ok" : "neutral"}>
          {t(closed === entries ? "diary.closed" : "diary.draft")}
        </Chip>
      </div>
      <p className="mt-1 text-sm text-ink-muted">{weather}</p>
      <p className="mt-3 flex flex-wrap gap-x-4 text-sm">
        <span>{t("diary.day_people", { count: people })}</span>
        <span>{t("diary.day_entries", { count: entries })}</span>
        {photos > 0 && <span>{t("diary.day_photos", { count: photos })}</span>}
        {delay_hours > 0 && <span>{t("diary.day_delay", { hours: format.number(delay_hours) })}</span>}
      </p>
    </Card>
  );
}
