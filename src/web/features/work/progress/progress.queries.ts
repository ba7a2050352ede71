import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ProgressEntry } from "#contract/progress.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";
import { type ProgressPayload, progressEntry } from "#web/shell/outbox/progress-acts.ts";
import { sendOrKeep } from "#web/shell/outbox/send-or-keep.ts";
import { projectNameOf } from "#web/shell/projects/projects.queries.ts";

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

/** An entry to be recorded. */
export interface NewWord extends Word {
  /** Given where it may wait on this device: the entry that it replaces, and the name of its area. */
  readonly about?: Pick<ProgressPayload, "from" | "where">;
}

/** Changes a project's progress entries, and invalidates everything that shows them. */
export function useWords(project: number) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: keys.of(project) });
  const tell = useMutation({
    mutationFn: ({ id_sheet, place, percent, on_date, note, about }: NewWord) => {
      const fields = { id_sheet, place, percent, on_date, note };
      const send = (guid?: string) =>
        call(
          "POST /api/progress-entries",
          { body: { id_project: project, ...fields, ...(guid !== undefined && { guid }) } },
          quiet,
        );
      if (about === undefined) return send().then((result) => ({ state: "sent" as const, result }));
      const payload = { ...fields, ...about };
      const projectName = projectNameOf(client, project);
      return sendOrKeep([{ kind: progressEntry, payload, project, projectName }], send);
    },
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
