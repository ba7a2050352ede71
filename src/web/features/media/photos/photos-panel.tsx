import { Image } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { usePhotoNews } from "#web/shell/photos/photos.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { AddButtons, RefusedPhotos } from "./add-photos.tsx";
import { ArrivingPhotos } from "./arriving-photos.tsx";
import { PhotoTile } from "./photo-tile.tsx";
import { useNewestPhotos } from "./photos.queries.ts";
import { PhotosSkeleton, panelGrid } from "./photos-skeleton.tsx";
import { useAddPhotos } from "./use-add-photos.ts";

/** The newest photos on a project's page. */
export function PhotosPanel({ project }: { project: Project }) {
  const t = useText();
  const photos = useNewestPhotos(project.id);
  const mayAdd = project.can["add_visit"] === true;
  const adding = useAddPhotos(mayAdd ? { id_project: project.id, project: project.name } : null);
  usePhotoNews(project.id);
  if (photos.isPending) return <PhotosSkeleton />;
  const items = photos.data?.items ?? [];
  return (
    <Card
      title={t("photos.title")}
      actions={items.length > 0 && <Link href={`/photos/${project.id}`}>{t("photos.all")}</Link>}
    >
      <RefusedPhotos photos={adding} />
      <ArrivingPhotos project={project.id} />
      {photos.isError && items.length === 0 ? (
        <LoadFailure error={photos.error} onRetry={() => void photos.refetch()} />
      ) : items.length === 0 ? (
        <EmptyState
          icon={Image}
          title={t("photos.none_title")}
          text={t(mayAdd ? "photos.none_text" : "photos.panel_empty")}
          action={mayAdd && <AddButtons photos={adding} />}
        />
      ) : (
        <ul className={panelGrid}>
          {items.map((photo) => (
            <li key={photo.id} className="min-w-0">
              <PhotoTile photo={photo} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
