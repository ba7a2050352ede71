import { ChevronLeft, ChevronRight, Columns2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from "react";
import type { Moment } from "#contract/viewer.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";
import { useFrame } from "../frame.ts";
import { sourceOf } from "../source.ts";
import type { DateState } from "./date-state.ts";
import { roomOf } from "./dates.ts";
import { goTo } from "./go-to.ts";
import { type DateWords, dateWords } from "./words.ts";

export interface DateLineProps {
  place: DateState;
  onCompare: () => void;
}

const look = { variant: "onGlass", size: "lg", tooltipPlacement: "top" } as const;

/** The dates of the current spot as points on a line, older to newer in reading direction. */
export function DateLine({ place, onCompare }: DateLineProps) {
  const t = useText();
  const frame = useFrame();
  const { tour, root } = frame;
  const moments = useStore(place.moments);
  const hasOthers = useStore(place.hasOthers);
  const isAsked = useStore(place.isAsked);
  const room = useStore(tour.room);
  // Shown instead of nothing: there are other dates, but none is known to show this spot.
  const isAlone = moments.length < 2;
  const isShown = !isAlone || (hasOthers && isAsked);
  useLayoutEffect(() => {
    root.toggleAttribute("data-dates", isShown);
    return () => root.removeAttribute("data-dates");
  }, [root, isShown]);
  if (!isShown) return null;
  const at = moments.findIndex(({ id_room }) => id_room === room?.id);
  const step = (by: -1 | 1) => {
    const moment = moments[at + by];
    if (moment) void goTo(frame, place, moment);
  };
  return (
    <nav
      aria-label={t("viewer.dates.label")}
      className="dates plate fades in-data-comparing:hidden absolute inset-x-0 above-54 z-2 mx-auto flex w-fit max-w-[min(46rem,calc(100%-2*var(--edge)-128px))] items-center p-[3px] anim-fade-in max-md:inset-x-(--edge) max-md:above-56 max-md:w-auto max-md:max-w-none low:start-(--edge) low:end-[calc(50%+var(--edge)/2)] low:edge-bottom low:ms-0 low:me-auto low:w-auto low:max-w-120"
    >
      {isAlone ? (
        <p className="ps-3.5 pe-1.5 text-sm text-white/86 max-md:flex-1">{t("viewer.dates.none")}</p>
      ) : (
        <>
          {/* On a small screen the points themselves are the navigation. */}
          <span className="max-md:hidden low:hidden">
            <PlainIconButton
              {...look}
              points
              icon={ChevronLeft}
              label={t("viewer.dates.older")}
              isDisabled={at <= 0}
              onPress={() => step(-1)}
            />
          </span>
          <Line place={place} moments={moments} at={at} />
          <span className="max-md:hidden low:hidden">
            <PlainIconButton
              {...look}
              points
              icon={ChevronRight}
              label={t("viewer.dates.newer")}
              isDisabled={at === moments.length - 1}
              onPress={() => step(1)}
            />
          </span>
        </>
      )}
      {tour.panorama && (
        <PlainIconButton
          {...look}
          id="viewer-compare"
          icon={Columns2}
          label={t(isAlone ? "viewer.dates.choose" : "viewer.dates.compare")}
          onPress={onCompare}
          className={cx(
            "ms-1 ps-2.5 pe-3.5 font-strong low:px-0",
            isAlone ? "max-md:ps-2 max-md:pe-3" : "max-md:ms-0.5 max-md:px-0",
          )}
        >
          <span className={cx(!isAlone && "max-md:hidden", "low:hidden")}>{t("viewer.dates.compare")}</span>
        </PlainIconButton>
      )}
    </nav>
  );
}

interface LineProps {
  place: DateState;
  moments: readonly Moment[];
  /** Index of the date on the screen. */
  at: number;
}

function Line({ place, moments, at }: LineProps) {
  const frame = useFrame();
  const words = dateWords(moments, frame.speaker);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the dates in it
    <ol
      onKeyDown={walk}
      className="flex min-w-0 snap-x snap-proximity overflow-x-auto overscroll-contain [scrollbar-width:none] max-md:flex-1 low:flex-1"
    >
      {moments.map((moment, index) => (
        // The line is drawn from the first point to the last.
        <li
          key={`${moment.code} ${moment.id_room}`}
          className="relative shrink-0 snap-center before:absolute before:inset-x-0 before:top-3 before:h-px before:bg-white/34 first:before:start-1/2 last:before:end-1/2 max-md:flex-[1_0_auto] low:flex-[1_0_auto]"
        >
          <DatePoint
            moment={moment}
            words={words[index]}
            isCurrent={index === at}
            onPress={() => void goTo(frame, place, moment)}
          />
        </li>
      ))}
    </ol>
  );
}

interface DatePointProps {
  moment: Moment;
  words: DateWords | undefined;
  isCurrent: boolean;
  onPress: () => void;
}

function DatePoint({ moment, words, isCurrent, onPress }: DatePointProps) {
  const t = useText();
  const { tour } = useFrame();
  const [long, short] = [words?.long ?? "", words?.short ?? ""];
  const { thumbnail } = moment.picture;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [isCurrent]);
  const preload = () => {
    const source = sourceOf(roomOf(moment));
    if (source) tour.panorama?.preload(source);
  };
  return (
    <button
      ref={button}
      type="button"
      // The visible text comes first: voice control users say the label of the button.
      aria-label={`${short} · ${t("viewer.dates.go", { date: long, visit: moment.visit })}`}
      aria-current={isCurrent ? "date" : undefined}
      tabIndex={isCurrent ? 0 : -1}
      onClick={onPress}
      onPointerEnter={preload}
      onFocus={preload}
      className="group/date relative grid h-11 min-w-16.5 cursor-default grid-rows-[24px_auto] justify-items-center rounded-md px-1.5 whitespace-nowrap tabular-nums focus-visible:-outline-offset-2 max-md:w-full max-md:min-w-14.5 low:w-full low:min-w-14.5"
    >
      <span
        aria-hidden
        className={cx(
          "size-[9px] self-center rounded-full transition-[scale] group-hover/date:scale-135 group-focus-visible/date:scale-135",
          isCurrent
            ? "bg-accent-text shadow-[0_0_0_5px_var(--accent-soft)] ring-2 ring-white"
            : "bg-raised ring-[1.5px] ring-white/85",
        )}
      />
      <span aria-hidden className={cx("text-xs", isCurrent ? "font-strong text-white" : "text-white/82")}>
        {short}
      </span>
      <span
        aria-hidden
        data-peek
        className="plate pointer-events-none fixed above-118 z-5 hidden grid-cols-[200px] justify-items-start gap-px bg-glass-dense p-1.5 pb-2 text-start whitespace-normal group-focus-visible/date:grid mouse:group-hover/date:grid low:above-64"
      >
        {thumbnail !== null && (
          <img
            src={thumbnail}
            alt=""
            loading="lazy"
            width={200}
            height={100}
            className="mb-[5px] block h-25 w-50 rounded-md object-cover"
          />
        )}
        <strong className="max-w-full truncate px-1 font-strong">{long}</strong>
        <span dir="auto" className="max-w-full truncate px-1 text-xs text-white/78">
          {moment.visit}
        </span>
      </span>
    </button>
  );
}

/** Moves along the line by the arrows, in screen direction. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const line = event.currentTarget;
  const buttons = [...line.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const forward = getComputedStyle(line).direction === "rtl" ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - forward,
    ArrowRight: at + forward,
    Home: 0,
    End: buttons.length - 1,
  };
  const next = buttons[steps[event.key] ?? -1];
  if (at < 0 || steps[event.key] === undefined) return;
  event.preventDefault();
  // The picture turns by the same keys.
  event.stopPropagation();
  next?.focus();
  next?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
