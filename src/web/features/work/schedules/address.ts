import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { positive } from "#web/lib/list-state.ts";

/** The address's state: the project, and the open task (by its number in the file). */
export function useScheduleAddress() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const { task } = useSearch({ strict: false }) as { task?: unknown };
  const navigate = useNavigate();
  return {
    project: id === undefined ? null : positive(id),
    isNamed: id !== undefined,
    task: task === undefined || Number.isNaN(Number(task)) ? null : Number(task),
    choose(project: number, isReplaced = false): void {
      void navigate({ to: `/msproject/${project}`, replace: isReplaced, resetScroll: false });
    },
    open(uid: number | null): void {
      const search = uid === null ? {} : { task: uid };
      void navigate({ to: ".", search: search as never, replace: true, resetScroll: false });
    },
  };
}

export type ScheduleAddress = ReturnType<typeof useScheduleAddress>;
