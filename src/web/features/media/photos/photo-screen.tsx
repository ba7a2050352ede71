import { Navigate, useParams } from "@tanstack/react-router";
import { ApiError } from "#web/lib/client.ts";
import { positive } from "#web/lib/list-state.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { NotFound } from "#web/shell/not-found.tsx";
import { photoHref } from "#web/shell/photos/photos.ts";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { usePhoto } from "./photos.queries.ts";

/** `/photo/345`, the address in search results and webhooks: the photo over the list of its project. */
export function PhotoScreen() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const photo = usePhoto(positive(id));
  if (positive(id) === null || (photo.error instanceof ApiError && photo.error.status === 404))
    return <NotFound />;
  if (photo.isError) return <LoadFailure error={photo.error} onRetry={() => void photo.refetch()} />;
  return photo.data === undefined ? <CardsSkeleton /> : <Navigate to={photoHref(photo.data)} replace />;
}
