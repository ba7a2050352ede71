import { ArrowLeftRight, Check, X } from "lucide-react";
import type { RoomMatch } from "#contract/tour.ts";
import type { Room } from "#contract/visits.ts";
import { comma } from "#web/lib/comma.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import { Picture } from "#web/ui/picture.tsx";
import { softTone, type Tone } from "#web/ui/tone.ts";
import type { Decision } from "./match.queries.ts";
import type { Pair } from "./match-facts.ts";

/** Of both visits, as text. */
export interface Dates {
  readonly room: string;
  readonly other: string;
}

export interface MatchRowProps {
  pair: Pair;
  dates: Dates;
  isFirst: boolean;
  mayEdit: boolean;
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
  onChoose: () => void;
}

const tones: Readonly<Record<RoomMatch["state"], Tone>> = {
  proposed: "info",
  bound: "ok",
  found: "ok",
  different: "neutral",
  open: "warn",
};

/** One question: whether both rooms show the same spot. */
export function MatchRow({ pair, dates, isFirst, mayEdit, isBusy, onDecide, onChoose }: MatchRowProps) {
  const t = useText();
  const { room, other, match } = pair;
  const { state, reasons, confidence } = match;
  const isKnown = state === "bound" || state === "found";
  const question =
    state === "proposed" && other !== null
      ? t("visits.match.question", { name: other.name, date: dates.other })
      : t(`visits.match.states.${state}`, { date: dates.other });
  return (
    <li
      data-pair={room.id}
      data-state={state}
      tabIndex={-1}
      aria-label={`${room.name}: ${question}`}
      className="rounded-lg border border-line bg-surface p-3 sm:p-4"
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="own-direction min-w-0 flex-1 basis-60 font-strong">{question}</p>
        {state === "proposed" && confidence !== null && (
          <span className={cx("rounded-full px-2.5 py-0.5 text-sm", softTone[tones[state]])}>
            {t(`visits.match.confidences.${confidence}`)}
          </span>
        )}
      </div>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Side room={room} date={dates.room} isFirst={isFirst} />
        {other === null ? (
          <span className="flex min-h-24 items-center justify-center rounded-md border border-dashed border-line-strong px-4 text-center text-ink-muted">
            {t(state === "different" ? "visits.match.no_counterpart" : "visits.match.no_proposal")}
          </span>
        ) : (
          <Side room={other} date={dates.other} isFirst={isFirst} />
        )}
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="min-w-0 text-sm text-ink-muted">
          {reasons.map((reason) => t(`visits.match.reasons.${reason}`)).join(" · ")}
        </p>
        {mayEdit && (
          <span className="flex flex-wrap gap-2">
            {state === "proposed" && other !== null && (
              <Button
                variant="primary"
                icon={Check}
                isDisabled={isBusy}
                onPress={() => onDecide({ id_room: room.id, decision: "same", id_target_room: other.id })}
              >
                {t("visits.match.same")}
              </Button>
            )}
            <Button icon={ArrowLeftRight} isDisabled={isBusy} onPress={onChoose}>
              {t(other === null ? "visits.match.choose" : "visits.match.choose_instead")}
            </Button>
            {state !== "different" && (
              <Button
                icon={X}
                isDisabled={isBusy}
                onPress={() => onDecide({ id_room: room.id, decision: "different" })}
              >
                {t(isKnown ? "visits.match.separate" : "visits.match.different")}
              </Button>
            )}
          </span>
        )}
      </div>
    </li>
  );
}

/** The whole sphere, so that the part behind the camera is visible as well. */
function Side({ room, date, isFirst }: { room: Room; date: string; isFirst: boolean }) {
  return (
    <figure className="min-w-0">
      <Picture
        src={room.picture.base ?? room.picture.thumbnail}
        alt={room.name + comma() + date}
        isFirst={isFirst}
        className="aspect-2/1 w-full rounded-md"
      />
      <figcaption className="mt-1.5 flex flex-wrap gap-x-2 text-sm">
        <strong className="font-strong">{date}</strong>
        <span dir="auto" className="min-w-0 truncate text-ink-muted">
          {room.name}
        </span>
      </figcaption>
    </figure>
  );
}
