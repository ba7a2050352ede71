import type { PlayerChannel } from "#contract/live.ts";
import { LivePlayer } from "#web/features/media/player/live/live-player.tsx";
import type { PlayerPage } from "#web/features/media/player/page/open-page.ts";
import { PageHead } from "#web/features/media/player/page/page-head.tsx";
import { ApiError, call } from "#web/lib/client.ts";

/** `/live/{medialive_channel_id}`: the stream of a channel, from start to end and on to the next one. */
export function LivePage({ page }: { page: PlayerPage<PlayerChannel> }) {
  const { boot, isEmbedded } = page;
  const { shown: channel } = boot;
  async function refresh(): Promise<PlayerChannel | null> {
    try {
      const query = { medialive_channel_id: channel.medialive_channel_id };
      const now = await call("GET /api/live-streaming/playback-urls", { query });
      // Its password was changed, or access has expired: the page asks for the password.
      if (now.is_locked) location.reload();
      return now;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  }
  return (
    <LivePlayer
      channel={channel}
      wheel={!isEmbedded}
      ownsPage
      refresh={refresh}
      head={<PageHead page={page} title={channel.name} facts={[channel.project, channel.description]} />}
    />
  );
}
