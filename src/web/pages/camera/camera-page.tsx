import { useState } from "react";
import type { PlayerCamera } from "#contract/cctv.ts";
import type { CameraState } from "#contract/choices.ts";
import { CameraPlayer } from "#web/features/media/player/camera/camera-player.tsx";
import type { PlayerPage } from "#web/features/media/player/page/open-page.ts";
import { PageHead } from "#web/features/media/player/page/page-head.tsx";
import { ApiError, call } from "#web/lib/client.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";

const marks: Readonly<Record<CameraState, string>> = {
  up: "rounded-full bg-ok",
  down: "bg-bad-text",
  refused: "bg-bad-text",
  unknown: "rounded-full bg-ink-faint",
};

/** `/cctv/{code}`: one camera of a project. */
export function CameraPage({ page }: { page: PlayerPage<PlayerCamera> }) {
  const { boot } = page;
  const t = useText();
  const { shown: camera } = boot;
  const [state, setState] = useState<CameraState>(camera.state);
  async function refresh(): Promise<PlayerCamera | null> {
    try {
      const now = await call("GET /api/cctv-player", { query: { code: camera.code } });
      if (now.is_locked) location.reload();
      return now;
    } catch (error) {
      if (error instanceof ApiError && [403, 404].includes(error.status)) return null;
      throw error;
    }
  }
  return (
    <CameraPlayer
      camera={camera}
      ownsPage
      refresh={refresh}
      onState={setState}
      head={
        <PageHead page={page} title={camera.name} facts={[camera.project, camera.location]}>
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden className={cx("size-2", marks[state])} />
            {t(`player.camera.${state}`)}
          </span>
        </PageHead>
      }
    />
  );
}
