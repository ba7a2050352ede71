import "../player-page.css";
import type { PlayerCamera } from "#contract/cctv.ts";
import { openPlayerPage } from "#web/features/player/page/open-page.tsx";
import { CameraPage } from "./camera-page.tsx";

openPlayerPage<PlayerCamera>((page) => <CameraPage page={page} />);
