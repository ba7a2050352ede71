import { useQuery } from "@tanstack/react-query";
import { FileDown, NotebookPen, Pencil, ShieldCheck } from "lucide-react";
import { useRef, useState } from "react";
import type { DiaryFields } from "#contract/diary.ts";
import { call } from "#web/lib/client.ts";
import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { useText } from "#web/lib/use-text.ts";
import { EvidenceDialog } from "#web/shell/evidence/evidence-dialog.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { WaitingNote } from "#web/shell/outbox/waiting-note.tsx";
import { Button } from "#web/ui/button.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { EntryContent } from "./entry-content.tsx";
import { EntryForm } from "./entry-form.tsx";
import { Entry } from "./entry-view.tsx";
import { isLoadable, isOfDay, waitingFields } from "./waiting-entry.ts";

/** A read-only entry has nothing to save. */
const unchanged = () => Promise.resolve();

/** One day, with the user's own entry as it waits on this device. */
function useDay(project: number, day: string) {
  const shown = useQuery({
    queryKey: ["diary", "day", project, day],
    queryFn: ({ signal }) =>
      call("GET /api/projects/{id}/diary/{day}", { params: { id: project, day } }, { signal }),
  });
  const acts = useWaitingActs().filter((act) => isOfDay(act, project, day));
  const changes = acts.filter(({ kind }) => kind === "diary_change").length;
  return { ...shown, changes, waits: waitingFields(acts) };
}

/** A day of the diary: the entries of all, and the form of the user's own. */
export function Day({ project, name, day }: { project: number; name: string; day: string }) {
  const t = useText();
  const format = useFormat();
  const [isCorrecting, setCorrecting] = useState(false);
  const [isProving, setIsProving] = useState(false);
  const lang = useLanguage();
  // The form is mounted anew with each version of the entry and each change that waits; what others add to it is not,
  // and a photo that was sent does not interrupt typing.
  const saver = useRef(unchanged);
  const shown = useDay(project, day);
  const own = shown.data?.entries.find(({ is_own }) => is_own);
  const { changes, waits } = shown;
  const mayWrite = shown.data?.can["write"] === true;
  const isOffline = shown.data === undefined && (shown.isError || shown.fetchStatus === "paused");
  if (isOffline && !isLoadable(shown.error))
    return <UnreadDay project={project} day={day} changes={changes} waits={waits} />;
  if (shown.isPending) return <CardsSkeleton count={3} />;
  if (shown.isError) return <LoadFailure error={shown.error} onRetry={() => void shown.refetch()} />;
  const { summary, entries, companies, trades, before } = shown.data;
  const isDraft = mayWrite && (own === undefined || own.closed_at === null);
  const isForm = isDraft || (mayWrite && isCorrecting);
  const read = entries.filter((entry) => !(isForm && entry.is_own));
  return (
    <>
      <PageHeader
        title={format.date(dayOf(day), "long")}
        note={
          <>
            <Link href={`/diary/${project}`} look="plain" className="own-direction hover:underline">
              {name || t("diary.back")}
            </Link>
            {summary.entries > 0 && <> · {t("diary.day_people", { count: summary.people })}</>}
            {summary.delay_hours > 0 && (
              <> · {t("diary.day_delay", { hours: format.number(summary.delay_hours) })}</>
            )}
          </>
        }
        actions={
          summary.entries > 0 && (
            <>
              <Button icon={ShieldCheck} onPress={() => setIsProving(true)}>
                {t("evidence.open")}
              </Button>
              <Link
                href={`/api/projects/${project}/diary/${day}/pdf?lang=${lang}`}
                look={{ variant: "secondary" }}
                target="_blank"
              >
                <FileDown aria-hidden className="size-4" /> {t("diary.pdf")}
              </Link>
            </>
          )
        }
      />
      <EvidenceDialog
        of={{ kind: "diary", id: project, day }}
        isOpen={isProving}
        onClose={() => setIsProving(false)}
      />
      <div className="mx-auto flex max-w-3xl flex-col gap-6">
        {isDraft && (
          <EntryContent {...{ project, day }} entry={own?.id} mode="draft" save={() => saver.current()} />
        )}
        <WaitingNote isHere={(act) => isOfDay(act, project, day)} />
        {isForm && (
          <EntryForm
            key={`${own?.version ?? 0} ${changes}`}
            {...{ project, day, companies, trades, before, waits }}
            onSaver={(save) => {
              saver.current = save;
            }}
            entry={own}
            isFetchable={shown.data.can["fetch_weather"] === true}
            onDone={() => setCorrecting(false)}
          />
        )}
        {read.map((entry) => (
          <Entry key={entry.id} entry={entry}>
            <EntryContent
              {...{ project, day }}
              entry={entry.id}
              mode={entry.is_own && mayWrite ? "closed" : "read"}
              save={unchanged}
            />
            {entry.is_own && mayWrite && (
              <Button icon={Pencil} onPress={() => setCorrecting(true)} className="mt-4">
                {t("diary.correct")}
              </Button>
            )}
          </Entry>
        ))}
        {!isForm && entries.length === 0 && (
          <EmptyState icon={NotebookPen} title={t("diary.nothing_title")} text={t("diary.nothing_text")} />
        )}
      </div>
    </>
  );
}

interface UnreadDayProps {
  project: number;
  day: string;
  /** Number of changes that wait. */
  changes: number;
  waits: Partial<DiaryFields>;
}

/** A day that was never opened on this device: it can be written without a connection. */
function UnreadDay({ project, day, changes, waits }: UnreadDayProps) {
  const format = useFormat();
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6">
      <PageHeader title={format.date(dayOf(day), "long")} />
      <WaitingNote isHere={(act) => isOfDay(act, project, day)} />
      <EntryForm
        key={changes}
        {...{ project, day, waits }}
        companies={[]}
        trades={[]}
        before={null}
        entry={undefined}
        isFetchable={false}
        onSaver={() => undefined}
        onDone={() => undefined}
      />
    </div>
  );
}
