import { useQuery } from "@tanstack/react-query";
import type { Photo } from "#contract/photos.ts";
import { call } from "#web/lib/client.ts";
import { useProjectNews } from "#web/lib/use-project-news.ts";
import "./photo-texts.ts";

/** All photo queries share the prefix `all`, so that one call invalidates them. */
export const photoKeys = {
  all: ["photos"],
  one: (id: number) => ["photos", "one", id],
  newest: (project: number) => ["photos", "newest", project],
  days: (project: number) => ["photos", "days", project],
  onSheet: (project: number, sheet: number) => ["photos", "on sheet", project, sheet],
} as const;

export type PlacedPhoto = Photo & { position: NonNullable<Photo["position"]> };

const isPlaced = (photo: Photo): photo is PlacedPhoto => photo.position !== null;

/** Pins of photos on one floor plan at most. */
const mostPins = 100;

/** The newest photos on a floor plan, and the number of all. */
export function usePhotosOn(project: number, sheet: number, isWanted = true) {
  return useQuery({
    queryKey: photoKeys.onSheet(project, sheet),
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const { items, total } = await call(
        "GET /api/projects/{id}/photos",
        { params: { id: project }, query: { sheet, per_page: mostPins } },
        { signal },
      );
      return { photos: items.filter(isPlaced), total };
    },
  });
}

/** Days on which photos of a project were taken, newest first, by the reader's calendar. */
export function usePhotoDays(project: number) {
  return useQuery({
    queryKey: photoKeys.days(project),
    queryFn: async ({ signal }) => {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const params = { id: project };
      return (await call("GET /api/projects/{id}/photos/days", { params, query: { zone } }, { signal }))
        .items;
    },
  });
}

/** Refreshes when others add, change or delete a photo. */
export function usePhotoNews(project: number | null): void {
  useProjectNews(project, ["photos-changed", "visit.deleted"], [photoKeys.all]);
}

/** Its caption, else the name of its file. */
export const photoName = ({ caption, file }: Pick<Photo, "caption" | "file">): string => caption || file;

/** The page of a project's photos with this one open. */
export const photoHref = ({ id, id_project }: Pick<Photo, "id" | "id_project">): string =>
  `/photos/${id_project}_${id}`;
