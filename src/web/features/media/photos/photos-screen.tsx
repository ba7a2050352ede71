import { useNavigate, useParams } from "@tanstack/react-router";
import { FileDown, Image } from "lucide-react";
import type { Photo } from "#contract/photos.ts";
import { useLanguage } from "#web/lib/language.ts";
import { positive } from "#web/lib/list-state.ts";
import { storageKeys } from "#web/lib/storage.ts";
import { useText } from "#web/lib/use-text.ts";
import { ListScreen } from "#web/shell/list/list-screen.tsx";
import { ListTools } from "#web/shell/list/list-tools.tsx";
import { usePhotoNews } from "#web/shell/photos/photos.ts";
import { ForProject } from "#web/shell/projects/for-project.tsx";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { useProjectOfScreen } from "#web/shell/projects/projects.queries.ts";
import { buttonClass } from "#web/ui/button-style.ts";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { AddButtons, DropPhotos, RefusedPhotos } from "./add-photos.tsx";
import { ArrivingPhotos } from "./arriving-photos.tsx";
import { PhotoFilters } from "./photo-filters.tsx";
import { PhotoTile, photoGrid } from "./photo-tile.tsx";
import { photoList, photosPerPage, reportAddress, usePhotos } from "./photos.queries.ts";
import { useAddPhotos } from "./use-add-photos.ts";

const view = later(() => import("./photo-view.tsx"));

/** `/photos/12` lists the photos of a project, `/photos/12_345` opens one of them over the list. */
function usePhotoAddress() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const [, project, photo] = /^(\d+)(?:_(\d+))?$/.exec(id ?? "") ?? [];
  const navigate = useNavigate();
  const go = (to: string, replace = false) => void navigate({ to, search: true as never, replace });
  return {
    project: id === undefined ? null : positive(project),
    isNamed: id !== undefined,
    photo: positive(photo),
    choose: (next: number, isReplaced = false) =>
      void navigate({ to: `/photos/${next}`, replace: isReplaced }),
    open: (next: Photo, isReplaced = false) => go(`/photos/${next.id_project}_${next.id}`, isReplaced),
    close: () => go(`/photos/${project ?? ""}`),
  };
}
type PhotoAddress = ReturnType<typeof usePhotoAddress>;

/** The photos of a project that are not 360 photos. */
export function PhotosScreen() {
  const t = useText();
  const place = usePhotoAddress();
  const { newest, chosen, project } = useProjectOfScreen(place, storageKeys.progressProject);
  return (
    <ForProject newest={newest} title={t("photos.title")} noProjects={t("photos.no_projects_text")}>
      <Photos key={chosen} project={chosen} name={project?.name ?? ""} place={place} />
    </ForProject>
  );
}

interface PhotosProps {
  /** Null until it is known. */
  project: number | null;
  name: string;
  place: PhotoAddress;
}

function Photos({ project, name, place }: PhotosProps) {
  const t = useText();
  const [state, change] = photoList.use();
  const photos = usePhotos(project, state);
  usePhotoNews(project);
  const { data } = photos;
  const mayAdd = data?.can["add"] === true;
  const adding = useAddPhotos(mayAdd && project !== null ? { id_project: project, project: name } : null);
  const PhotoView = useLater(view, place.photo !== null)?.PhotoView;
  return (
    <DropPhotos photos={mayAdd ? adding : null}>
      <ListScreen
        title={t("photos.title")}
        note={t("photos.subtitle")}
        actions={
          project !== null &&
          data && (
            <>
              {data.total > 0 && <Report href={project} state={state} />}
              {mayAdd && <AddButtons photos={adding} />}
            </>
          )
        }
        notices={
          <>
            <ProjectSelect
              label={t("photos.project")}
              may="view_visits"
              value={project}
              onChange={(next) => next !== null && place.choose(next.id)}
              className="mb-5 w-full max-w-88"
            />
            <RefusedPhotos photos={adding} />
            {project !== null && <ArrivingPhotos project={project} />}
          </>
        }
        tools={
          <ListTools
            label={t("photos.search")}
            search={state.search}
            onSearch={(search) => change({ search })}
            count={data && t("photos.count", { count: data.total })}
          >
            <PhotoFilters
              state={state}
              change={change}
              sheets={data?.sheets ?? []}
              authors={data?.authors ?? []}
            />
          </ListTools>
        }
        list={photos}
        waiting={<CardsSkeleton />}
        none={
          <EmptyState
            icon={Image}
            title={t("photos.none_title")}
            text={t(mayAdd ? "photos.none_text" : "photos.none_text_reader")}
            action={mayAdd && <AddButtons photos={adding} size="lg" />}
          />
        }
        isNarrowed={photoList.isNarrowed(state)}
        onClear={() => change(photoList.plain)}
        paging={{ page: state.page, perPage: photosPerPage, onPage: (page) => change({ page }) }}
      >
        {(items) => (
          <ul aria-label={t("photos.list")} className={photoGrid}>
            {items.map((photo, at) => (
              <li key={photo.id} className="min-w-0">
                <PhotoTile photo={photo} isFirst={at < 12} search={location.search} />
              </li>
            ))}
          </ul>
        )}
      </ListScreen>
      {PhotoView && place.photo !== null && (
        <PhotoView
          id={place.photo}
          among={data?.items ?? []}
          onShow={(photo) => place.open(photo, true)}
          onClose={place.close}
        />
      )}
    </DropPhotos>
  );
}

function Report({ href, state }: { href: number; state: typeof photoList.plain }) {
  const t = useText();
  const language = useLanguage();
  return (
    <a href={reportAddress(href, state, language)} download className={buttonClass({})}>
      <Icon of={FileDown} />
      {t("photos.report")}
    </a>
  );
}
