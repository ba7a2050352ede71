import { ChevronLeft, ChevronRight, CircleHelp, MapPinOff } from "lucide-react";
import type { PlacedWalkDetail, WalkTrack } from "#contract/walks.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Slider } from "#web/ui/slider.tsx";
import { clockOf } from "./clock-of.ts";
import type { solve } from "./placing.ts";
import { WalkPreview } from "./walk-preview.tsx";

interface PicturePanelProps {
  walk: PlacedWalkDetail;
  path: WalkTrack;
  placed: ReturnType<typeof solve>;
  picture: number;
  onPicture: (picture: number) => void;
  isMarked: boolean;
  onUnmark: (() => void) | undefined;
  next: number | undefined;
}

/** One picture of the walk, and a slider through all of them. */
export function PicturePanel({
  walk,
  path,
  placed,
  picture,
  onPicture,
  isMarked,
  onUnmark,
  next,
}: PicturePanelProps) {
  const t = useText();
  const format = useFormat();
  const last = path.pictures.length - 1;
  const at = path.pictures[picture]?.at ?? 0;
  const position = placed.pictures[picture];
  return (
    <Card title={t("walks.picture")}>
      <div className="flex flex-col gap-3">
        <WalkPreview walk={walk} at={at} />
        <div className="flex items-center gap-2">
          <IconButton
            icon={ChevronLeft}
            points
            label={t("walks.previous")}
            isDisabled={picture === 0}
            onPress={() => onPicture(Math.max(0, picture - 1))}
          />
          <Slider
            label={t("walks.moment")}
            minValue={0}
            maxValue={last}
            value={picture}
            onChange={onPicture}
            className="min-w-0 flex-1"
          />
          <IconButton
            icon={ChevronRight}
            points
            label={t("walks.following")}
            isDisabled={picture >= last}
            onPress={() => onPicture(Math.min(last, picture + 1))}
          />
          <span className="min-w-12 text-end text-sm tabular-nums">{clockOf(at)}</span>
        </div>
        <p className="text-sm text-ink-muted">
          {isMarked
            ? t("walks.position.marked")
            : position === undefined
              ? t("walks.position.none")
              : t(position.isUncertain ? "walks.position.uncertain" : "walks.position.certain", {
                  metres: format.number(Math.round(position.error * 10) / 10),
                })}
        </p>
        <div className="flex flex-wrap gap-2">
          {next !== undefined && next !== picture && (
            <Button icon={CircleHelp} onPress={() => onPicture(next)}>
              {t("walks.least_certain")}
            </Button>
          )}
          {isMarked && onUnmark !== undefined && (
            <Button icon={MapPinOff} onPress={onUnmark}>
              {t("walks.unmark")}
            </Button>
          )}
        </div>
        <p className="flex items-start gap-2 text-xs text-ink-muted">
          <Icon of={CircleHelp} size="sm" />
          {t("walks.picture_hint")}
        </p>
      </div>
    </Card>
  );
}
