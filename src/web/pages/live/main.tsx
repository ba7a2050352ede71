import "../player-page.css";
import type { PlayerChannel } from "#contract/live.ts";
import { openPlayerPage } from "#web/features/player/page/open-page.tsx";
import { LivePage } from "./live-page.tsx";

openPlayerPage<PlayerChannel>((page) => <LivePage page={page} />);
