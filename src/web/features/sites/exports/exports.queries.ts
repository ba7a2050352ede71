import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ProjectExport } from "#contract/exports.ts";
import type { Language } from "#contract/languages.ts";
import { call, type Output, quiet } from "#web/lib/client.ts";
import { onResume, subscribe } from "#web/lib/realtime.ts";

type Overview = Output<"GET /api/project-exports">;

const keyOf = (id_project: number) => ["exports", id_project];

/** Poll interval of an unfinished export, for when the socket is closed. Milliseconds. */
const POLL = 5000;

export const isUnderWay = ({ state }: ProjectExport) => state === "waiting" || state === "building";

/** Loads the content of a new export of the project, and the exports that are being built or stored. */
export function useExports(id_project: number) {
  return useQuery({
    queryKey: keyOf(id_project),
    queryFn: ({ signal }) => call("GET /api/project-exports", { query: { id_project } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.exports.some(isUnderWay) === true ? POLL : false),
    // Always refetched: exports may have changed while the dialog was closed.
    staleTime: 0,
  });
}

/** Follows the user's own builds by real-time events; each one moves the bar at once. */
export function useExportProgress(id_user: number | undefined, id_project: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (id_user === undefined) return undefined;
    const refresh = () => void client.invalidateQueries({ queryKey: keyOf(id_project) });
    const channel = `private-user-${id_user}`;
    const stop = subscribe(channel, "export-progress", (data) => {
      const step = data as Pick<ProjectExport, "id" | "id_project" | "state" | "progress">;
      if (step.id_project !== id_project) return;
      client.setQueryData<Overview>(keyOf(id_project), (known) =>
        known === undefined
          ? known
          : {
              ...known,
              exports: known.exports.map((one) => (one.id === step.id ? { ...one, ...step } : one)),
            },
      );
      // A finished one has an address, or an error.
      if (step.state !== "building") refresh();
    });
    const stopResume = onResume(refresh, channel);
    return () => {
      stop();
      stopResume();
    };
  }, [client, id_user, id_project]);
}

export function useBuildExport(id_project: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (lang: Language) => call("POST /api/project-exports", { body: { id_project, lang } }, quiet),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(id_project) }),
  });
}

export function useRemoveExport(id_project: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("DELETE /api/project-exports/{id}", { params: { id } }, quiet),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(id_project) }),
  });
}

/** Makes the browser download a file of this server, with the browser's own progress, pause and resume. */
export function saveFile(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}
