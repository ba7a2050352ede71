import "../player-page.css";
import type { PlayerCamera } from "#contract/cctv.ts";
import { openPlayerPage } from "#web/features/media/player/page/open-page.ts";
import { CameraPage } from "./camera-page.tsx";

void openPlayerPage<PlayerCamera>((page) => <CameraPage page={page} />);
