import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { CheckCheck, Images } from "lucide-react";
import { useMemo, useState } from "react";
import type { VisitMatches } from "#contract/tour.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { oneOf, positive } from "#web/lib/list-state.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useVisitNews } from "../visit-news.ts";
import { ChooseRoom } from "./choose-room.tsx";
import { type Decision, useDecide, useMatches, useTakeBack } from "./match.queries.ts";
import { allProposed, type Pair, pairsOf, type Shown, shownStates, within } from "./match-facts.ts";
import { MatchList } from "./match-list.tsx";

/** Milliseconds for which a step of many rooms can be undone by its toast. */
const undoable = 20_000;

/** Two visits side by side, room by room: proposals are confirmed here, one by one or all at once. */
export function MatchScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const matches = useMatches(id, positive(search["with"]));
  usePageTitle(matches.data?.visit.name);
  useVisitNews(matches.data?.id_project ?? null);
  if (matches.isPending) return <MatchSkeleton />;
  if (matches.data === undefined)
    return <LoadFailure screen="edit_visit" error={matches.error} onRetry={() => void matches.refetch()} />;
  return <Matches key={`${id} ${matches.data.other?.id_visit}`} data={matches.data} />;
}

function Matches({ data }: { data: VisitMatches }) {
  const t = useText();
  const format = useFormat();
  const { visit, other, visits } = data;
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const pairs = useMemo(() => pairsOf(data), [data]);
  const proposed = within(pairs, "review").length;
  const shown = oneOf(shownStates, search["show"]) ?? (proposed > 0 ? "review" : "all");
  const listed = useMemo(() => within(pairs, shown), [pairs, shown]);
  const [choosing, setChoosing] = useState<Pair | null>(null);
  const decide = useDecisions(data);
  const mayEdit = data.can["edit"] === true;
  const go = (change: { with?: number; show?: Shown }) =>
    void navigate({ to: ".", search: { ...search, ...change } as never, replace: true, resetScroll: false });
  const day = (date: string) => format.date(date, "long");

  return (
    <>
      <PageHeader
        title={t("visits.match.title")}
        crumbs={[
          { label: t("visits.title"), href: "/visits" },
          { label: visit.name, href: `/editvisit/${visit.id_visit}` },
          { label: t("visits.match.title") },
        ]}
        note={
          other !== null && (
            <span>
              {t("visits.match.note", { date: day(visit.visit_date), other: day(other.visit_date) })}
            </span>
          )
        }
        actions={
          mayEdit &&
          proposed > 0 && (
            <Button
              variant="primary"
              icon={CheckCheck}
              isPending={decide.isPending}
              onPress={() => decide.say(allProposed(pairs))}
            >
              {t("visits.match.confirm_all", { count: proposed })}
            </Button>
          )
        }
      />
      {other === null ? (
        <EmptyState icon={Images} title={t("visits.match.none_title")} text={t("visits.match.none_text")} />
      ) : (
        <>
          <div className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-4">
            <Select
              label={t("visits.match.with")}
              className="w-full sm:w-80"
              options={visits.map((one) => ({
                value: String(one.id_visit),
                label: day(one.visit_date),
                note: one.name,
              }))}
              value={String(other.id_visit)}
              onChange={(value) => go({ with: Number(value) })}
            />
            <SegmentedControl
              label={t("visits.match.show")}
              className="max-w-full overflow-x-auto"
              segments={shownStates.map((value) => ({
                value,
                label: t(`visits.match.shows.${value}`, { n: within(pairs, value).length }),
              }))}
              value={shown}
              onChange={(value) => go({ show: value })}
            />
          </div>
          <MatchList
            pairs={listed}
            dates={{ room: day(visit.visit_date), other: day(other.visit_date) }}
            mayEdit={mayEdit}
            isBusy={decide.isPending}
            onDecide={(decision) => decide.say([decision])}
            onChoose={setChoosing}
          />
          {choosing !== null && (
            <ChooseRoom
              pair={choosing}
              others={data.others}
              sheets={data.sheets}
              dates={{ room: day(visit.visit_date), other: day(other.visit_date) }}
              onClose={() => setChoosing(null)}
              onChoose={(id_target_room) => {
                setChoosing(null);
                decide.say([{ id_room: choosing.room.id, decision: "same", id_target_room }]);
              }}
            />
          )}
        </>
      )}
    </>
  );
}

/** Shows what was decided, and offers an undo. */
function useDecisions({ visit, other }: VisitMatches) {
  const t = useText();
  const decide = useDecide(visit.id_visit);
  const back = useTakeBack(visit.id_visit);
  const failed = (error: unknown) =>
    showToast({ tone: "bad", title: t("visits.match.failed"), text: errorText(error, t) });
  return {
    isPending: decide.isPending || back.isPending,
    say(rooms: readonly Decision[]): void {
      if (other === null || rooms.length === 0) return;
      decide.mutate(
        { id_visit: other.id_visit, rooms },
        {
          onSuccess: ({ same, undo }) => {
            const takeBack = () =>
              back.mutate(undo, {
                onSuccess: () => showToast({ tone: "info", title: t("visits.match.taken_back") }),
                onError: failed,
              });
            showToast(
              {
                tone: "ok",
                title: same > 0 ? t("visits.match.matched", { count: same }) : t("visits.match.separated"),
                action: { label: t("common.undo"), onAction: takeBack },
              },
              undoable,
            );
          },
          onError: failed,
        },
      );
    },
  };
}

function MatchSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-9 w-72 max-w-full" />
      <Skeleton className="mb-4 h-14 w-80 max-w-full" />
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-56" />
      ))}
    </div>
  );
}
