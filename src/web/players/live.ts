import type { PlayerChannel } from "#contract/live.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { openLivePlayer } from "#web/player/live/live-player.ts";
import { bareAddress, openPage, pageHead } from "./page.ts";

/** `/live/{medialive_channel_id}`: what a channel sends, from its beginning to its end and on to the next. */
function start(): void {
  const page = openPage<PlayerChannel>();
  const { boot, speaker, stage, isEmbedded } = page;
  const { shown: channel, settings } = boot;
  const player = openLivePlayer(stage, {
    channel,
    language: speaker.language,
    wheel: !isEmbedded,
    ownsPage: true,
    refresh: async () => {
      try {
        const query = { medialive_channel_id: channel.medialive_channel_id };
        const now = await call("GET /api/live-streaming/playback-urls", { query }, { toast: false });
        // Its password was changed, or the pass is over: the page asks for it.
        if (now.is_locked) location.reload();
        return now;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
  const share = async () => {
    const { openShare } = await import("./share.ts");
    openShare({
      root: player.element,
      speaker,
      title: channel.name,
      providers: settings.share_providers,
      link: bareAddress(),
    });
  };
  player.element.append(
    pageHead(page, {
      title: channel.name,
      facts: [channel.project, channel.description],
      address: bareAddress,
      share: () => void share(),
    }),
  );
}

start();
