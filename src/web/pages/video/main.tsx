import "../player-page.css";
import type { PlayerVideo } from "#contract/videos.ts";
import { openPlayerPage } from "#web/features/media/player/page/open-page.ts";
import { VideoPage } from "./video-page.tsx";

void openPlayerPage<PlayerVideo>((page) => <VideoPage page={page} />);
