import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Photo } from "#contract/photos.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";
import { day } from "#web/lib/list-fields.ts";
import { type Field, listState, record, text } from "#web/lib/list-state.ts";
import { photoKeys } from "#web/shell/photos/photos.ts";

export const photosPerPage = 48;

/** A floor plan's id; 0 for photos without a position. */
const sheet: Field<number | null> = {
  plain: null,
  read: (value) => (Number.isSafeInteger(Number(value ?? Number.NaN)) ? Number(value) : null),
};

export const photoList = listState<"GET /api/projects/{id}/photos">()({
  search: text,
  sheet,
  author: record,
  id_visit: record,
  from: day,
  to: day,
});
export type PhotoListState = typeof photoList.plain;

/** Days of the filters are those of the reader. */
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function usePhotos(project: number | null, state: PhotoListState) {
  return useQuery({
    // Results of a typed search are not persisted.
    queryKey: [state.search === "" ? "photos" : "search", "photos", "list", project, state],
    enabled: project !== null,
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects/{id}/photos",
        {
          params: { id: project ?? 0 },
          query: { ...photoList.narrowing(state), zone: zone(), page: state.page, per_page: photosPerPage },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** The newest photos of a project, for its page. */
export const useNewestPhotos = (project: number) =>
  useQuery({
    queryKey: photoKeys.newest(project),
    queryFn: ({ signal }) =>
      call("GET /api/projects/{id}/photos", { params: { id: project }, query: { per_page: 8 } }, { signal }),
  });

/** One photo, with the positions that its location proposes. */
export const usePhoto = (id: number | null) =>
  useQuery({
    queryKey: photoKeys.one(id ?? 0),
    enabled: id !== null,
    queryFn: ({ signal }) => call("GET /api/photos/{id}", { params: { id: id ?? 0 } }, { signal }),
  });

/** The address of the report on the photos that the filters leave. */
export function reportAddress(project: number, state: PhotoListState, lang: string): string {
  const query = new URLSearchParams({ lang, zone: zone() });
  for (const [name, value] of Object.entries(photoList.narrowing(state))) query.set(name, String(value));
  return `/api/projects/${project}/photos/pdf?${query}`;
}

function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: photoKeys.all }),
      client.invalidateQueries({ queryKey: ["search"] }),
    ]);
}

export type PhotoFields = Body<"PUT /api/photos/{id}">;

export function useEditPhoto(id: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: PhotoFields) => call("PUT /api/photos/{id}", { params: { id }, body }, quiet),
    onSuccess: refresh,
  });
}

export function useDeletePhoto() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: Pick<Photo, "id">) => call("DELETE /api/photos/{id}", { params: { id } }, quiet),
    onSuccess: refresh,
  });
}

export function useRestorePhoto() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, id_project }: Pick<Photo, "id" | "id_project">) =>
      call(
        "POST /api/projects/{id}/photos/restore",
        { params: { id: id_project }, body: { photos: [id] } },
        quiet,
      ),
    onSuccess: refresh,
  });
}

export function useSnagFromPhoto(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<"POST /api/photos/{id}/snags">) =>
      call("POST /api/photos/{id}/snags", { params: { id }, body }, quiet),
    onSuccess: () => client.invalidateQueries({ queryKey: ["snags"] }),
  });
}

/** Visits of a project, newest first, for a choice. */
export const useVisitsOf = (project: number) =>
  useQuery({
    queryKey: ["visits", "list", { project, of: "photos" }],
    queryFn: ({ signal }) =>
      call("GET /api/visits", { query: { id_project: project, per_page: 100, sort: "date" } }, { signal }),
  });

export const useRoomsOf = (visit: number | null) =>
  useQuery({
    queryKey: ["visits", "one", String(visit)],
    enabled: visit !== null,
    queryFn: ({ signal }) => call("GET /api/visits/{id}", { params: { id: visit ?? 0 } }, { signal }),
  });

export const useSheetsOf = (project: number) =>
  useQuery({
    queryKey: ["sheets", "list", project],
    queryFn: ({ signal }) => call("GET /api/maps", { query: { id_project: project } }, { signal }),
  });

export const useRoomsOn = (sheet: number) =>
  useQuery({
    queryKey: ["sheets", "rooms", sheet, null],
    queryFn: ({ signal }) =>
      call("GET /api/maps/{id}/rooms", { params: { id: sheet }, query: {} }, { signal }),
  });
