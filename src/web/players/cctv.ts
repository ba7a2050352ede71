import type { PlayerCamera } from "#contract/cctv.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { element } from "#web/lib/element.ts";
import { openCameraPlayer } from "#web/player/camera/camera-player.ts";
import { bareAddress, openPage, pageHead } from "./page.ts";

/** `/cctv/{code}`: one camera of a site. */
function start(): void {
  const page = openPage<PlayerCamera>();
  const { boot, speaker, stage } = page;
  const { shown: camera, settings } = boot;
  const state = element("span", { class: "player-camera-state" });
  const player = openCameraPlayer(stage, {
    camera,
    language: speaker.language,
    ownsPage: true,
    refresh: async () => {
      try {
        const query = { code: camera.code };
        const now = await call("GET /api/cctv-player", { query }, { toast: false });
        if (now.is_locked) location.reload();
        return now;
      } catch (error) {
        if (error instanceof ApiError && [403, 404].includes(error.status)) return null;
        throw error;
      }
    },
    told: ({ state: now }) => {
      state.dataset["state"] = now;
      state.textContent = speaker.say(`camera.${now}`);
    },
  });
  const share = async () => {
    const { openShare } = await import("./share.ts");
    openShare({
      root: player.element,
      speaker,
      title: camera.name,
      providers: settings.share_providers,
      link: bareAddress(),
    });
  };
  player.element.append(
    pageHead(page, {
      title: camera.name,
      facts: [camera.project, camera.location, state],
      address: bareAddress,
      share: () => void share(),
    }),
  );
}

start();
