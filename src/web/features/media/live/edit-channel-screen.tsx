import { useParams, useSearch } from "@tanstack/react-router";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useText } from "#web/lib/use-text.ts";
import { EditLoadFailure } from "#web/shell/edit-load-failure.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ChannelPage } from "./channel/channel-page.tsx";
import { OwnChannels } from "./list/own-channels.tsx";
import { useChannelById, useLiveNews } from "./live.queries.ts";

/** `/editchannel/{id}` and `/editchannel?id=`; without an id, the list of channels and a new one. */
export function EditChannelScreen() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const { id: asked } = useSearch({ strict: false }) as { id?: string | number };
  const wanted = id ?? (asked === undefined ? "" : String(asked));
  return wanted === "" ? <OwnChannels /> : <OneChannel key={wanted} id={wanted} />;
}

function OneChannel({ id }: { id: string }) {
  const t = useText();
  const channel = useChannelById(id);
  usePageTitle(channel.data?.name);
  useLiveNews(channel.data?.id_project ?? null);
  if (channel.isPending) return <ChannelSkeleton />;
  // An opened channel stays open, with all input: the user may have lost access since.
  if (channel.data === undefined)
    return (
      <EditLoadFailure
        screen="channel"
        error={channel.error}
        entity={t("live.entity")}
        onRetry={() => void channel.refetch()}
      />
    );
  return <ChannelPage channel={channel.data} />;
}

function ChannelSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-9 w-72 max-w-full" />
      <Skeleton className="mb-6 h-5 w-96 max-w-full" />
      <div className="grid items-start gap-10 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Skeleton className="aspect-video" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}
