import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Camera, CameraPlayback } from "#contract/cctv.ts";
import type { CameraMode, CameraTileState } from "#web/features/media/player/camera/camera-tile.tsx";
import { call } from "#web/lib/client.ts";
import { report } from "#web/lib/reporting/report.ts";
import { useLatest } from "#web/lib/use-latest.ts";
import { pictureOf } from "./camera-looks.ts";
import { cameraKeys } from "./cctv.queries.ts";

export interface CameraPictureProps {
  camera: Camera;
  mode: CameraMode;
  /** Milliseconds to wait before the first picture is requested, so that the tiles of a wall do not all start at once. */
  delay?: number;
  onState?: (state: CameraTileState) => void;
  /** Called when a still has loaded. */
  onStill?: () => void;
}

/** The streamed or refreshed picture of one camera; fills its container. */
export function CameraPicture({ camera, mode, delay = 0, onState, onStill }: CameraPictureProps) {
  const client = useQueryClient();
  const { id, name } = camera;
  const opened = useOpened(client, id, delay, () => onState?.("down"));
  return (
    <div className="absolute inset-0 bg-black">
      {opened !== null && (
        <opened.CameraTile
          key={id}
          playback={opened.playback}
          label={name}
          poster={pictureOf(camera)}
          mode={mode}
          refresh={() => askPlayback(client, id)}
          onState={onState}
          onStill={onStill}
        />
      )}
    </div>
  );
}

/** The tile and its first addresses, once both have loaded. */
function useOpened(client: QueryClient, id: number, delay: number, failed: () => void) {
  const [opened, setOpened] = useState<Awaited<ReturnType<typeof openTile>> | null>(null);
  const latest = useLatest(failed);
  useEffect(() => {
    let isGone = false;
    const open = async () => {
      try {
        const found = await openTile(client, id);
        if (!isGone) setOpened(found);
      } catch (error) {
        if (isGone) return;
        latest.current();
        report(error);
      }
    };
    const timer = setTimeout(() => void open(), delay);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [client, id, delay, latest]);
  return opened;
}

async function openTile(client: QueryClient, id: number) {
  const [{ CameraTile }, playback] = await Promise.all([
    import("#web/features/media/player/camera/camera-tile.tsx"),
    playbackOf(client, id),
  ]);
  return { CameraTile, playback };
}

/** The last returned addresses, while they are valid for two minutes more. */
async function playbackOf(client: QueryClient, id: number): Promise<CameraPlayback | null> {
  const known = client.getQueryData<CameraPlayback>(cameraKeys.playback(id));
  const isGood = known !== undefined && Date.parse(known.expires_at) - Date.now() > 120_000;
  return isGood ? known : askPlayback(client, id);
}

async function askPlayback(client: QueryClient, id: number): Promise<CameraPlayback> {
  const given = await call("GET /api/cctv-cameras/{id}/playback", { params: { id } });
  client.setQueryData(cameraKeys.playback(id), given);
  return given;
}
