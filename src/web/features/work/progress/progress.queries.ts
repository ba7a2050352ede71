import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ProgressEntry } from "#contract/progress.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";

const keys = {
  of: (project: number) => ["progress", project],
  state: (project: number, until: string | null) => ["progress", project, "state", until],
  entries: (project: number) => ["progress", project, "entries"],
} as const;

/** Loads the progress of a project as of a day, or of today. */
export function useProgress(project: number, until: string | null) {
  return useQuery({
    queryKey: keys.state(project, until),
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects/{id}/progress",
        { params: { id: project }, query: until === null ? {} : { until } },
        { signal },
      ),
    // Another day of the same project keeps the screen; another project does not.
    placeholderData: (before, query) =>
      query?.queryKey[1] === project ? keepPreviousData(before) : undefined,
  });
}

export function useEntries(project: number) {
  return useQuery({
    queryKey: keys.entries(project),
    queryFn: ({ signal }) =>
      call("GET /api/projects/{id}/progress/entries", { params: { id: project } }, { signal }),
  });
}

/** Loads the rooms of a visit, to select one. */
export function useVisitRooms(id: number | undefined) {
  return useQuery({
    queryKey: ["visits", "one", String(id)],
    enabled: id !== undefined,
    queryFn: ({ signal }) => call("GET /api/visits/{id}", { params: { id: id ?? 0 } }, { signal }),
  });
}

/** Loads the same spot on all its dates. */
export function useMoments(code: string | undefined, room: number | undefined) {
  return useQuery({
    queryKey: ["progress-moments", code, room],
    enabled: code !== undefined && room !== undefined,
    queryFn: ({ signal }) =>
      call("GET /api/viewer-timeline", { query: { code: code ?? "", id_room: room ?? 0 } }, { signal }),
  });
}

/** Fields of a progress entry; the same fields restore it. */
export type Word = Pick<ProgressEntry, "id_sheet" | "place" | "percent" | "on_date" | "note">;

/** Changes a project's progress entries, and invalidates everything that shows them. */
export function useWords(project: number) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: keys.of(project) });
  const tell = useMutation({
    mutationFn: ({ id_sheet, place, percent, on_date, note }: Word) =>
      call(
        "POST /api/progress-entries",
        { body: { id_project: project, id_sheet, place, percent, on_date, note } },
        quiet,
      ),
    onSettled,
  });
  const change = useMutation({
    mutationFn: ({ id, ...body }: { id: number } & Body<"PUT /api/progress-entries/{id}">) =>
      call("PUT /api/progress-entries/{id}", { params: { id }, body }, quiet),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: number) => call("DELETE /api/progress-entries/{id}", { params: { id } }, quiet),
    onSettled,
  });
  return { tell, change, remove };
}
