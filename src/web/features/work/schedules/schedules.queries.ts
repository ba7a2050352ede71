import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Schedule, ScheduleTask } from "#contract/schedules.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";
import { upload } from "#web/lib/upload.ts";

const keys = {
  of: (project: number) => ["schedules", project],
} as const;

/** Loads the schedule of a project; null while none was imported. */
export function useSchedule(project: number, isWanted = true) {
  return useQuery({
    queryKey: keys.of(project),
    enabled: isWanted,
    queryFn: ({ signal }) => call("GET /api/projects/{id}/schedule", { params: { id: project } }, { signal }),
  });
}

/** Reads a file and returns the changes it would make; changes nothing. */
export const previewImport = (
  project: number,
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) =>
  upload(
    "POST /api/projects/{id}/schedule/preview",
    { params: { id: project }, files: { file } },
    { ...options, ...quiet },
  );

/** Recorded progress of a task; the same fields restore former values. */
export type Told = Pick<ScheduleTask, "percent"> & {
  readonly actual_start: string | null;
  readonly actual_finish: string | null;
};

/** Changes of a project's schedule. All but the last answer with the whole schedule. */
export function useScheduleChanges(project: number) {
  const client = useQueryClient();
  const params = { id: project };
  const show = (schedule: Schedule | null) => {
    client.setQueryData(keys.of(project), schedule);
    // Progress is compared with the plan there.
    return client.invalidateQueries({ queryKey: ["progress", project] });
  };
  const apply = useMutation({
    mutationFn: (token: string) =>
      call("POST /api/projects/{id}/schedule", { params, body: { token } }, quiet),
    onSuccess: show,
  });
  const tell = useMutation({
    mutationFn: ({
      task,
      ...body
    }: Body<"PUT /api/projects/{id}/schedule/tasks/{task}"> & { task: number }) =>
      call("PUT /api/projects/{id}/schedule/tasks/{task}", { params: { ...params, task }, body }, quiet),
    onSuccess: show,
  });
  const removeTask = useMutation({
    mutationFn: (task: number) =>
      call("DELETE /api/projects/{id}/schedule/tasks/{task}", { params: { ...params, task } }, quiet),
    onSuccess: show,
  });
  const remove = useMutation({
    mutationFn: () => call("DELETE /api/projects/{id}/schedule", { params }, quiet),
    onSuccess: () => show(null),
  });
  return { apply, tell, removeTask, remove };
}

export const exportAddress = (project: number) => `/api/projects/${project}/schedule/export`;
