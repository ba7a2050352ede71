import { useParams } from "@tanstack/react-router";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useText } from "#web/lib/use-text.ts";
import { EditLoadFailure } from "#web/shell/edit-load-failure.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useChannelById, useLiveNews } from "../live.queries.ts";
import { GoLive } from "./go-live.tsx";

/** `/golive/{id}`: this device becomes the camera of a channel. */
export function GoLiveScreen() {
  const t = useText();
  const { id } = useParams({ strict: false }) as { id: string };
  const channel = useChannelById(id);
  usePageTitle(channel.data && t("live.golive.title", { name: channel.data.name }));
  useLiveNews(channel.data?.id_project ?? null);
  if (channel.isPending) return <Skeleton className="aspect-video" />;
  if (channel.data === undefined)
    return (
      <EditLoadFailure
        screen="channel"
        error={channel.error}
        entity={t("live.entity")}
        onRetry={() => void channel.refetch()}
      />
    );
  return <GoLive key={channel.data.id} channel={channel.data} />;
}
