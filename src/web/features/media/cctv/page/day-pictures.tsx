import { Download, Pause, Play, SquareSplitHorizontal, Trash2, X } from "lucide-react";
import { useEffect, useState } from "react";
import type { Camera, Still } from "#contract/cctv.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { DeleteDialog } from "#web/shell/delete/delete-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-style.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useDeleteStill } from "../cctv.changes.ts";
import { useStills } from "../cctv.queries.ts";
import { CompareStills } from "./compare-stills.tsx";
import { Scrubber } from "./scrubber.tsx";
import { type Day, dayText, siteTimes, spanOf } from "./site-clock.ts";
import { siteZone } from "./site-zone.ts";

/** Milliseconds per picture while a day is played. */
const beat = 160;

/** The pictures of one day: one of them large, the rest to scrub through, two of them to compare. */
export function DayPictures({ camera, day }: { camera: Camera; day: Day }) {
  const t = useText();
  const language = useLanguage();
  const zone = siteZone(camera);
  const stills = useStills(camera.id, spanOf(day, day, zone));
  const [pinned, setPinned] = useState<Still | null>(null);
  const items = stills.data ?? [];
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="font-strong">{dayText(day, language)}</span>
        <span className="text-xs text-ink-muted">{t("cctv.stills.zone", { zone })}</span>
      </p>
      {stills.isPending ? (
        <Skeleton className="aspect-video rounded-md" />
      ) : stills.data === undefined ? (
        <div role="alert" className="flex flex-col items-start gap-2 text-ink-muted">
          <p>{errorText(stills.error, t)}</p>
          <Button size="sm" onPress={() => void stills.refetch()}>
            {t("common.retry")}
          </Button>
        </div>
      ) : items.length === 0 ? (
        <p className="flex aspect-video items-center justify-center rounded-md bg-press text-ink-muted">
          {t("cctv.stills.no_day")}
        </p>
      ) : (
        <Pictures key={day} camera={camera} stills={items} pinned={pinned} onPin={setPinned} />
      )}
    </div>
  );
}

interface PicturesProps {
  camera: Camera;
  /** Oldest first; at least one. */
  stills: readonly Still[];
  /** Of any day: the comparison is kept when another one is selected. */
  pinned: Still | null;
  onPin: (still: Still | null) => void;
}

function Pictures({ camera, stills, pinned, onPin }: PicturesProps) {
  const t = useText();
  const times = siteTimes(useLanguage(), siteZone(camera));
  const [chosen, setChosen] = useState<number | null>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const remove = useDeleteStill(camera);
  const [isDeleting, setIsDeleting] = useState(false);
  const found = stills.findIndex(({ id }) => id === chosen);
  const at = found === -1 ? stills.length - 1 : found;
  const still = stills[at];

  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => {
      const next = stills[at + 1];
      if (next === undefined) setIsPlaying(false);
      else setChosen(next.id);
    }, beat);
    return () => clearTimeout(timer);
  }, [isPlaying, at, stills]);

  if (still === undefined) return null;
  const move = (index: number) => {
    setIsPlaying(false);
    setChosen(stills[index]?.id ?? null);
  };
  const play = () => {
    // At the end it restarts.
    if (!isPlaying && at === stills.length - 1) setChosen(stills[0]?.id ?? null);
    setIsPlaying(!isPlaying);
  };
  const when = times.moment(still.taken_at);
  return (
    <>
      {pinned !== null && pinned.id !== still.id ? (
        <CompareStills before={pinned} after={still} momentOf={times.moment} />
      ) : (
        <a
          href={still.url}
          target="_blank"
          rel="noreferrer"
          className="relative block overflow-hidden rounded-md bg-black"
        >
          <img
            src={still.url}
            alt={t("cctv.stills.picture_of", { name: camera.name, when })}
            className="aspect-video w-full object-contain"
          />
        </a>
      )}
      {pinned !== null && pinned.id === still.id && (
        <output className="block text-sm text-info-text">{t("cctv.stills.compare_hint")}</output>
      )}
      <Scrubber stills={stills} at={at} onMove={move} timeOf={times.time} />
      <div className="flex flex-wrap items-center gap-1.5">
        <IconButton
          icon={isPlaying ? Pause : Play}
          label={t(isPlaying ? "cctv.stills.pause" : "cctv.stills.play")}
          isDisabled={stills.length < 2}
          onPress={play}
        />
        <time dateTime={still.taken_at} className="text-sm font-strong tabular-nums">
          {times.time(still.taken_at)}
        </time>
        <span className="text-sm text-ink-muted tabular-nums">
          {t("cctv.stills.count", { count: stills.length })}
        </span>
        <span className="ms-auto flex flex-wrap items-center gap-1">
          <Button
            size="sm"
            variant="quiet"
            icon={pinned === null ? SquareSplitHorizontal : X}
            onPress={() => onPin(pinned === null ? still : null)}
          >
            {t(pinned === null ? "cctv.stills.compare_pin" : "cctv.stills.compare_end")}
          </Button>
          <a
            href={still.url}
            download={fileName(camera, still)}
            className={buttonClass({ variant: "quiet", size: "sm" })}
          >
            <Icon of={Download} size="sm" />
            {t("cctv.stills.download")}
          </a>
          {camera.can["edit"] === true && (
            <IconButton
              icon={Trash2}
              label={t("cctv.stills.delete")}
              onPress={() => {
                setIsPlaying(false);
                setIsDeleting(true);
              }}
            />
          )}
        </span>
      </div>
      <DeleteDialog
        title={t("cctv.stills.delete_title", { when })}
        confirmLabel={t("cctv.stills.delete")}
        done={t("cctv.stills.deleted")}
        onDelete={() => remove.mutateAsync(still.id)}
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => {
          if (pinned?.id === still.id) onPin(null);
          setChosen((stills[at + 1] ?? stills[at - 1])?.id ?? null);
        }}
      >
        {t("cctv.stills.delete_text")}
      </DeleteDialog>
    </>
  );
}

/** `Gate 2 2026-11-20T08-00.webp`: a name that sorts by time. */
const fileName = ({ name }: Camera, { taken_at, url }: Still) =>
  `${name} ${taken_at.slice(0, 16).replace(":", "-")}.${/\.(\w+)$/.exec(url)?.[1] ?? "jpg"}`;
