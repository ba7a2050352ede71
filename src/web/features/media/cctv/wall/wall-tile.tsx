import { CirclePause, ExternalLink, Maximize } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import type { Camera } from "#contract/cctv.ts";
import type { CameraTileState } from "#web/features/media/player/camera/camera-tile.tsx";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { pageOf } from "../camera-looks.ts";
import { CameraPicture } from "../camera-picture.tsx";
import { TileState } from "../tile-state.tsx";

interface WallTileProps {
  camera: Camera;
  delay: number;
  isLive: boolean;
  isKiosk: boolean;
  /** Whether something is dragged over it. */
  isTarget: boolean;
  onLive: () => void;
  onStill: () => void;
  /** Returns whether the key was handled. */
  onKey: (key: string, isTaking: boolean) => boolean;
  drag: { start: () => void; over: () => void; end: () => void; drop: () => void };
}

const tool = "bg-black/55 text-white hover:bg-black/80 hover:text-white touch:size-11";

/** One camera on the wall: its picture to the edges, its name and the picture's freshness on top. */
export function WallTile(props: WallTileProps) {
  const { camera, delay, isLive, isKiosk, isTarget, onLive, onStill, onKey, drag } = props;
  const t = useText();
  const frame = useRef<HTMLLIElement>(null);
  const [state, setState] = useState<CameraTileState>("connecting");
  const [stillAt, setStillAt] = useState<number | null>(null);
  const { name } = camera;

  function fill(): void {
    if (document.fullscreenElement === frame.current) void document.exitFullscreen();
    else {
      onLive();
      void frame.current?.requestFullscreen().catch(() => undefined);
    }
  }

  function press(event: KeyboardEvent): void {
    const isOwn = event.key === "f" || event.key === "F";
    if (isOwn && !event.ctrlKey && !event.metaKey) fill();
    else if (event.key === "Escape" && isLive) onStill();
    else if (!onKey(event.key, event.altKey)) return;
    event.preventDefault();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is the pointer's way; Alt and arrows are the keyboard's
    <li
      ref={frame}
      onDragOver={(event) => {
        event.preventDefault();
        drag.over();
      }}
      onDrop={(event) => {
        event.preventDefault();
        drag.drop();
      }}
      className={cx(
        "group/tile @container relative min-h-0 overflow-hidden bg-behind-video",
        !isKiosk && "aspect-video",
        isTarget && "outline-3 -outline-offset-3 outline-accent",
      )}
    >
      <CameraPicture
        camera={camera}
        mode={isLive ? "live" : "still"}
        delay={delay}
        onState={setState}
        onStill={() => setStillAt(Date.now())}
      />
      <button
        type="button"
        data-tile
        draggable
        aria-label={t("cctv.wall.go_live", { name })}
        aria-pressed={isLive}
        aria-keyshortcuts="Enter F Escape"
        onClick={onLive}
        onDoubleClick={fill}
        onKeyDown={press}
        onDragStart={drag.start}
        onDragEnd={drag.end}
        className="absolute inset-0 cursor-pointer outline-none focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-accent"
      />
      <div className="pointer-events-none absolute inset-x-0 bottom-0 flex flex-wrap items-end justify-between gap-x-3 gap-y-1 bg-linear-to-t from-black/80 to-transparent px-2.5 pt-6 pb-2">
        <span className="own-direction min-w-0 truncate text-sm font-strong text-white [text-shadow:0_1px_3px_oklch(0_0_0/0.9)]">
          {name}
        </span>
        <TileState camera={camera} state={state} stillAt={stillAt} />
      </div>
      <span
        className={cx(
          "absolute end-1.5 top-1.5 flex gap-1 opacity-0 transition-opacity group-focus-within/tile:opacity-100 group-hover/tile:opacity-100 touch:opacity-100",
          // On a phone they would hide the picture of a small tile: they appear with the press that makes it live.
          !isLive && "touch:@max-[15rem]:hidden",
        )}
      >
        {isLive && (
          <IconButton
            icon={CirclePause}
            size="sm"
            label={t("cctv.wall.stop_live", { name })}
            onPress={onStill}
            className={tool}
          />
        )}
        <IconButton
          icon={Maximize}
          size="sm"
          label={t("cctv.wall.large", { name })}
          onPress={fill}
          className={tool}
        />
        <Link
          href={pageOf(camera)}
          look="plain"
          aria-label={t("cctv.open", { name })}
          className={cx("flex size-7 items-center justify-center rounded-md", tool)}
        >
          <Icon of={ExternalLink} size="sm" points />
        </Link>
      </span>
    </li>
  );
}
