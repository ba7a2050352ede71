import { Maximize } from "lucide-react";
import { useRef, useState } from "react";
import type { Camera } from "#contract/cctv.ts";
import type { CameraTileState } from "#web/features/media/player/camera/camera-tile.tsx";
import { useText } from "#web/lib/use-text.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { CameraPicture } from "../camera-picture.tsx";
import { TileState } from "../tile-state.tsx";

/** The live picture of a camera, without anything on top. */
export function LivePicture({ camera }: { camera: Camera }) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<CameraTileState>("connecting");
  const [stillAt, setStillAt] = useState<number | null>(null);
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void frame.current?.requestFullscreen().catch(() => undefined);
  };
  return (
    <div
      ref={frame}
      onDoubleClick={toggle}
      className="group/live relative aspect-video overflow-hidden rounded-lg bg-black [&:fullscreen]:rounded-none"
    >
      <CameraPicture camera={camera} mode="live" onState={setState} onStill={() => setStillAt(Date.now())} />
      <div className="pointer-events-none absolute inset-x-0 top-0 flex items-center justify-between gap-3 bg-linear-to-b from-black/60 to-transparent p-3">
        <TileState camera={camera} state={state} stillAt={stillAt} />
        <IconButton
          icon={Maximize}
          label={t("cctv.page.full_screen")}
          onPress={toggle}
          className="pointer-events-auto bg-black/45 text-white hover:bg-black/70 hover:text-white touch:size-11"
        />
      </div>
    </div>
  );
}
