import { VideoOff } from "lucide-react";
import { useEffect, useState } from "react";
import type { Channel, PlayerChannel } from "#contract/live.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { usePart } from "#web/lib/use-part.ts";
import { useText } from "#web/lib/use-text.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

const fetchPlayer = () => import("#web/features/media/player/live/live-player.tsx");
const nowOf = (code: string) =>
  call("GET /api/live-streaming/playback-urls", { query: { medialive_channel_id: code } });

/** The channel as seen by viewers; refetched at once when real time reports another state. */
function useChannelNow({ code, state }: Channel) {
  const [now, setNow] = useState<PlayerChannel | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  // oxlint-disable-next-line react/exhaustive-deps -- the state is the reason to ask
  useEffect(() => {
    let isOver = false;
    nowOf(code).then(
      (answer) => !isOver && setNow(answer),
      () => !isOver && setIsMissing(true),
    );
    return () => {
      isOver = true;
    };
  }, [code, state]);
  return { now, isMissing: isMissing && now === null };
}

/** The picture as seen by viewers, with the same player's messages while there is none. */
export function Preview({ channel }: { channel: Channel }) {
  const t = useText();
  const player = usePart(fetchPlayer);
  const { now, isMissing } = useChannelNow(channel);
  const label = t("live.preview.label", { name: channel.name });
  const frame = "relative aspect-video w-full overflow-hidden rounded-lg bg-black";
  if (player.part !== null && now !== null)
    return (
      <div className={frame}>
        <player.part.LivePlayer
          label={label}
          channel={now}
          refresh={() =>
            nowOf(channel.code).catch((error: unknown) => {
              if (error instanceof ApiError && error.status === 404) return null;
              throw error;
            })
          }
          muted
        />
      </div>
    );
  return (
    <section aria-label={label} className={frame}>
      {isMissing || player.isMissing ? (
        <p className="absolute inset-0 flex flex-col items-center justify-center gap-2 p-4 text-center text-white">
          <VideoOff aria-hidden className="size-8" />
          {t("live.preview.failed")}
        </p>
      ) : (
        <Skeleton className="absolute inset-0 rounded-none" />
      )}
    </section>
  );
}
