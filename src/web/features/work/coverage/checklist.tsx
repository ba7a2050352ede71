import { Camera, CheckCheck, CircleCheck, MapPin, SkipForward, Undo2 } from "lucide-react";
import { useState } from "react";
import type { Coverage, CoverageSpot } from "#contract/coverage.ts";
import { useConnection } from "#web/lib/connectivity.ts";
import { dayOf } from "#web/lib/day.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { removeAct } from "#web/shell/outbox/send-or-keep.ts";
import { WaitingNote } from "#web/shell/outbox/waiting-note.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { checklistOf, type Floor } from "./checklist-order.ts";
import { useCoverageChanges } from "./coverage.queries.ts";
import { SpotFacts } from "./spot-state.tsx";
import { useWithSkips, type WithSkips } from "./waiting-skips.ts";

const skipDialog = later(() => import("./skip-dialog.tsx"));

interface ChecklistProps {
  project: number;
  coverage: Coverage;
  floors: readonly Floor[];
  /** Opens the dialog that adds a photo of this spot. */
  onTake: (spot: CoverageSpot) => void;
  /** The spot that was photographed or skipped last: the walk continues there. */
  last: number | undefined;
  onSkipped: (spot: CoverageSpot) => void;
  /** Shows a spot on the floor plan. */
  onShow: (spot: CoverageSpot) => void;
}

/** Open spots shown at first. */
const SHOWN = 25;

/** Today's spots in walking order, with one large button each; done ones below. */
export function Checklist(props: ChecklistProps) {
  const { project, floors, last, onSkipped } = props;
  const { coverage, waiting } = useWithSkips(props.coverage, project);
  const t = useText();
  const { isOnline } = useConnection();
  const [skipped, setSkipped] = useState<CoverageSpot | null>(null);
  const SkipDialog = useLater(skipDialog, skipped !== null)?.SkipDialog;
  const { open, done } = checklistOf(coverage, floors, last);
  const total = open.length + done.length;
  return (
    <Card title={t("coverage.checklist.title")} className="self-start">
      <div className="flex flex-col gap-4">
        {!isOnline && <Banner tone="warn">{t("coverage.checklist.offline")}</Banner>}
        <WaitingNote isHere={(act) => act.kind === "spot_skip" && act.project === project} />
        <DayNotice coverage={coverage} />
        {total > 0 && (
          <ProgressBar
            label={t("coverage.checklist.progress", { done: done.length, total })}
            share={done.length / total}
            tone="ok"
          />
        )}
        {open.length === 0 ? (
          <EmptyState
            icon={CheckCheck}
            title={t(total === 0 ? "coverage.checklist.nothing_title" : "coverage.checklist.finished_title")}
            text={t(total === 0 ? "coverage.checklist.nothing_text" : "coverage.checklist.finished_text")}
            className="py-6"
          />
        ) : (
          <OpenList {...props} coverage={coverage} open={open} onSkip={setSkipped} />
        )}
        {done.length > 0 && <DoneList {...{ project, coverage, done, waiting }} />}
      </div>
      {SkipDialog && skipped !== null && (
        <SkipDialog
          project={project}
          spot={skipped}
          onSkipped={() => onSkipped(skipped)}
          onClose={() => setSkipped(null)}
        />
      )}
    </Card>
  );
}

interface OpenListProps extends ChecklistProps {
  open: readonly CoverageSpot[];
  onSkip: (spot: CoverageSpot) => void;
}

function OpenList({ coverage, floors, open, onSkip, onTake, onShow }: OpenListProps) {
  const t = useText();
  const [shown, setShown] = useState(SHOWN);
  const floorOf = ({ id_sheet }: CoverageSpot) => {
    const floor = floors.find(({ id }) => id === id_sheet);
    return floor === undefined
      ? t("coverage.no_floor")
      : [floor.floor, floor.name].filter(Boolean).join(" · ");
  };
  const visible = open.slice(0, shown);
  return (
    <>
      <ol aria-label={t("coverage.checklist.title")} className="-mx-4 divide-y divide-line">
        {visible.map((spot, at) => {
          const before = visible[at - 1];
          return (
            <OpenSpot
              key={spot.id}
              spot={spot}
              coverage={coverage}
              isNext={at === 0}
              floor={before === undefined || floorOf(before) !== floorOf(spot) ? floorOf(spot) : null}
              onSkip={() => onSkip(spot)}
              onTake={() => onTake(spot)}
              onShow={() => onShow(spot)}
            />
          );
        })}
      </ol>
      {open.length > shown && (
        <Button onPress={() => setShown(shown + SHOWN)} className="min-h-11">
          {t("coverage.checklist.more", { n: Math.min(SHOWN, open.length - shown) })}
        </Button>
      )}
    </>
  );
}

/** Why nothing becomes due today, if so. */
function DayNotice({ coverage: { plan, pause, is_working_day } }: { coverage: Coverage }) {
  const t = useText();
  const format = useFormat();
  if (!plan.is_on) return <Banner tone="info">{t("coverage.checklist.is_off")}</Banner>;
  if (pause !== null)
    return (
      <Banner tone="info">
        {t("coverage.checklist.pause", { date: format.date(dayOf(pause.to)), reason: pause.reason })}
      </Banner>
    );
  return is_working_day ? null : <Banner tone="info">{t("coverage.checklist.free_day")}</Banner>;
}

interface OpenSpotProps {
  spot: CoverageSpot;
  coverage: Coverage;
  /** The first: where to go now. */
  isNext: boolean;
  /** Its floor, where a new one begins. */
  floor: string | null;
  onSkip: () => void;
  onTake: () => void;
  onShow: () => void;
}

function OpenSpot({ spot, coverage, isNext, floor, onSkip, onTake, onShow }: OpenSpotProps) {
  const t = useText();
  const { name } = spot;
  const { can, today } = coverage;
  return (
    <li className={cx("px-4 py-3", isNext && "bg-accent-soft")}>
      {floor !== null && <p className="own-direction mb-1 text-xs font-strong text-ink-muted">{floor}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-48 flex-1">
          {isNext && <p className="text-xs font-strong text-accent-text">{t("coverage.checklist.next")}</p>}
          <SpotFacts spot={spot} today={today} />
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2 max-sm:w-full">
          {spot.id_sheet !== null && (
            <IconButton
              icon={MapPin}
              label={t("coverage.checklist.show")}
              onPress={onShow}
              className="touch:size-11"
            />
          )}
          {can["skip"] === true && (
            <Button
              icon={SkipForward}
              onPress={onSkip}
              aria-label={t("coverage.checklist.skip_at", { name })}
              className="touch:min-h-11"
            >
              {t("coverage.checklist.skip")}
            </Button>
          )}
          {can["add_photo"] === true && (
            <Button
              variant={isNext ? "primary" : "secondary"}
              icon={Camera}
              onPress={onTake}
              aria-label={t("coverage.checklist.take_at", { name })}
              className="max-sm:flex-1 touch:min-h-11"
            >
              {t("coverage.checklist.take")}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

interface DoneListProps extends WithSkips {
  project: number;
  done: readonly CoverageSpot[];
}

function DoneList({ project, coverage, done, waiting }: DoneListProps) {
  const t = useText();
  const format = useFormat();
  const { unskip } = useCoverageChanges(project);
  const undone = ({ name }: CoverageSpot) =>
    showToast({ tone: "ok", title: t("coverage.skip.undone", { name }) });
  const undo = (spot: CoverageSpot) => {
    const guid = waiting.get(spot.id);
    if (guid !== undefined) return void removeAct(guid).then(() => undone(spot));
    unskip.mutate(spot.id, {
      onSuccess: () => undone(spot),
      onError: (error) => showToast({ tone: "bad", title: errorText(error, t) }),
    });
  };
  return (
    <section aria-label={t("coverage.checklist.done_title")}>
      <h3 className="mb-1 text-sm font-strong">{t("coverage.checklist.done_title")}</h3>
      <ul className="divide-y divide-line">
        {done.map((spot) => {
          const isSeen = spot.last_seen === coverage.today;
          const { skip } = spot;
          return (
            <li key={spot.id} className="flex min-h-11 items-center gap-3 py-1.5 text-sm">
              <Icon
                of={isSeen ? CircleCheck : SkipForward}
                className={cx("shrink-0", isSeen ? "text-ok-text" : "text-ink-muted")}
              />
              <div className="min-w-0 flex-1">
                <p className="own-direction truncate">{spot.name}</p>
                <p className="text-xs text-ink-muted">
                  {isSeen || skip === null ? (
                    t("coverage.checklist.photographed")
                  ) : (
                    <>
                      <bdi>{t("coverage.checklist.skipped", { reason: skip.reason })}</bdi>
                      {waiting.has(spot.id) && (
                        <>
                          {" · "}
                          {t("offline.waiting.states.waiting")}
                        </>
                      )}
                      {skip.person !== null && (
                        <>
                          {" · "}
                          <bdi>
                            {t("coverage.checklist.skipped_by", {
                              name: skip.person.name,
                              time: format.date(skip.at, "time"),
                            })}
                          </bdi>
                        </>
                      )}
                    </>
                  )}
                </p>
              </div>
              {!isSeen && skip !== null && coverage.can["skip"] === true && (
                <Button variant="quiet" icon={Undo2} onPress={() => undo(spot)} className="min-h-11">
                  {t("coverage.undo")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
