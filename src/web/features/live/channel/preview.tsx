import { VideoOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ChannelState } from "#contract/choices.ts";
import type { Channel } from "#contract/live.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { useText } from "#web/lib/use-text.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

const nowOf = (code: string) =>
  call("GET /api/live-streaming/playback-urls", { query: { medialive_channel_id: code } }, { toast: false });

/** The picture as viewers have it, with the words of the same player while there is none. */
export function Preview({ channel: { code, name, state } }: { channel: Channel }) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<"opening" | "open" | "failed">("opening");
  const look = useRef<(state: ChannelState) => void>(() => undefined);

  useEffect(() => {
    let close = () => undefined as void;
    let isOver = false;
    const open = async () => {
      const [{ openLivePlayer }, channel] = await Promise.all([import("#web/player/index.ts"), nowOf(code)]);
      if (isOver || place.current === null) return;
      const refresh = () =>
        nowOf(code).catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return null;
          throw error;
        });
      const player = openLivePlayer(place.current, { channel, refresh, muted: true });
      look.current = () =>
        void refresh().then(
          (now) => now && player.update(now),
          () => undefined,
        );
      close = () => player.close();
      setShown("open");
    };
    open().catch(() => !isOver && setShown("failed"));
    return () => {
      isOver = true;
      look.current = () => undefined;
      close();
    };
  }, [code]);

  // What this page was told by real time the picture need not wait for.
  useEffect(() => look.current(state), [state]);

  return (
    <section
      aria-label={t("live.preview.label", { name })}
      className="relative aspect-video w-full overflow-hidden rounded-lg bg-black"
    >
      <div ref={place} className="absolute inset-0" />
      {shown === "opening" && <Skeleton className="absolute inset-0 rounded-none" />}
      {shown === "failed" && (
        <p className="absolute inset-0 flex flex-col items-center justify-center gap-2 p-4 text-center text-white">
          <VideoOff aria-hidden className="size-8" />
          {t("live.preview.failed")}
        </p>
      )}
    </section>
  );
}
