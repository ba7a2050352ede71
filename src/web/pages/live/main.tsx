import "../player-page.css";
import type { PlayerChannel } from "#contract/live.ts";
import { openPlayerPage } from "#web/features/media/player/page/open-page.ts";
import { LivePage } from "./live-page.tsx";

void openPlayerPage<PlayerChannel>((page) => <LivePage page={page} />);
