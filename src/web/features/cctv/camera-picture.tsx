import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Camera, CameraPlayback } from "#contract/cctv.ts";
import { call } from "#web/lib/client.ts";
import { report } from "#web/lib/reporting/report.ts";
import type { CameraMode, CameraTile, CameraTileState } from "#web/player/camera/camera-tile.ts";
import { pictureOf } from "./camera-looks.ts";
import { cameraKeys } from "./cctv.queries.ts";

export interface CameraPictureProps {
  camera: Camera;
  mode: CameraMode;
  /** Milliseconds to wait before the first picture is asked for, so that not all of a wall ask at once. */
  delay?: number;
  onState?: (state: CameraTileState) => void;
  /** A still has come. */
  onStill?: () => void;
}

/**
 * The moving or renewed picture of one camera; fills what it stands in. The player behind it knows no React: it is opened
 * once, told what changes, and closed.
 */
export function CameraPicture({ camera, mode, delay = 0, onState, onStill }: CameraPictureProps) {
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const tile = useRef<CameraTile>(undefined);
  const latest = useRef({ mode, onState, onStill });
  useEffect(() => {
    latest.current = { mode, onState, onStill };
    tile.current?.use(mode);
  });
  const { id, name } = camera;
  const poster = useRef(pictureOf(camera));

  useEffect(() => {
    const life = new AbortController();
    const open = async () => {
      const [{ openCameraTile }, playback] = await Promise.all([
        import("#web/player/camera/camera-tile.ts"),
        playbackOf(client, id),
      ]);
      if (life.signal.aborted || box.current === null) return;
      const opened = openCameraTile(box.current, {
        playback,
        label: name,
        poster: poster.current,
        mode: latest.current.mode,
        refresh: () => askPlayback(client, id),
      });
      tile.current = opened;
      opened.on("state", (state) => latest.current.onState?.(state));
      // The chosen picture, which it begins with, is no still.
      opened.element.querySelector("img")?.addEventListener("load", ({ currentTarget }) => {
        if ((currentTarget as HTMLImageElement).src.includes("/media/cctv/")) latest.current.onStill?.();
      });
      life.signal.addEventListener("abort", () => opened.close());
    };
    const timer = setTimeout(() => {
      open().catch((error: unknown) => {
        if (life.signal.aborted) return;
        latest.current.onState?.("down");
        report(error);
      });
    }, delay);
    return () => {
      clearTimeout(timer);
      life.abort();
      tile.current = undefined;
    };
  }, [client, id, name, delay]);

  return <div ref={box} className="absolute inset-0 bg-black" />;
}

/** The addresses that were handed out last, while they hold for two minutes more. */
async function playbackOf(client: QueryClient, id: number): Promise<CameraPlayback | null> {
  const known = client.getQueryData<CameraPlayback>(cameraKeys.playback(id));
  const isGood = known !== undefined && Date.parse(known.expires_at) - Date.now() > 120_000;
  return isGood ? known : askPlayback(client, id);
}

async function askPlayback(client: QueryClient, id: number): Promise<CameraPlayback> {
  const given = await call("GET /api/cctv-cameras/{id}/playback", { params: { id } }, { toast: false });
  client.setQueryData(cameraKeys.playback(id), given);
  return given;
}
