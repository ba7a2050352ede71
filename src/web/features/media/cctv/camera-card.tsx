import { Cctv } from "lucide-react";
import type { Camera } from "#contract/cctv.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Star } from "#web/shell/stars/star.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { cx } from "#web/ui/classes.ts";
import { PictureCard } from "#web/ui/picture-card.tsx";
import { pageOf, pictureOf, problemText, seenText } from "./camera-looks.ts";
import { CameraMenu } from "./camera-menu.tsx";
import { StateMark } from "./state-mark.tsx";

export interface CameraCardProps {
  camera: Camera;
  isFirst: boolean;
  isChosen: boolean;
  /** Whether there is a selection already, so that a press selects. */
  isChoosing: boolean;
  onChoose: (isChosen: boolean, isRange: boolean) => void;
  onEdit: (camera: Camera) => void;
}

export function CameraCard({ camera, isFirst, isChosen, isChoosing, onChoose, onEdit }: CameraCardProps) {
  const t = useText();
  const format = useFormat();
  const { name, project, location } = camera;
  const problem = camera.state === "up" ? null : problemText(camera.problem, t);
  return (
    <div className="group/choice relative">
      <PictureCard
        href={pageOf(camera)}
        src={pictureOf(camera)}
        icon={Cctv}
        title={name}
        isFirst={isFirst}
        mark={<StateMark camera={camera} className="shadow-[0_1px_3px_oklch(0_0_0/0.35)]" />}
        corner={
          <span className="flex gap-1.5">
            <Star of="cameras" id={camera.id} name={name} isStarred={camera.starred} isOnPicture />
            <CameraMenu camera={camera} onEdit={onEdit} isOnPicture />
          </span>
        }
        className={cx(camera.state !== "up" && "[&_img]:saturate-50")}
      >
        <p className="flex gap-1 text-ink-muted">
          <span className="own-direction truncate">{project}</span>
          {location !== "" && (
            <>
              <span>·</span>
              <span className="own-direction truncate">{location}</span>
            </>
          )}
        </p>
        <p className="truncate text-ink-muted tabular-nums">{problem ?? seenText(camera, t, format)}</p>
      </PictureCard>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- hears only whether Shift is held while the box inside is pressed */}
      <span
        onClickCapture={(event) => {
          if (!event.shiftKey) return;
          event.preventDefault();
          event.stopPropagation();
          onChoose(!isChosen, true);
        }}
        className={cx(
          "absolute start-2 top-2 z-10 flex size-8 items-center justify-center rounded-full bg-black/45 transition-opacity touch:size-11",
          !isChosen &&
            !isChoosing &&
            "opacity-0 group-focus-within/choice:opacity-100 group-hover/choice:opacity-100 touch:opacity-100",
        )}
      >
        <Checkbox
          aria-label={t("cctv.bulk.choose", { name })}
          isSelected={isChosen}
          onChange={(next) => onChoose(next, false)}
        />
      </span>
    </div>
  );
}
