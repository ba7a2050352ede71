import { useQueryClient } from "@tanstack/react-query";
import { useChannels } from "#web/lib/realtime.ts";
import { useGathered } from "#web/lib/use-gathered.ts";
import { cameraKeys } from "./cctv.queries.ts";

/** Each project is a channel of its own. */
const MOST_PROJECTS = 20;

/** Shows events of the cameras of these projects at once; refetches everything after a reconnection. */
export function useCameraNews(projects: readonly number[]): void {
  const client = useQueryClient();
  const refresh = useGathered(() => {
    for (const queryKey of [cameraKeys.lists, cameraKeys.ones, ["cameras", "health"]])
      void client.invalidateQueries({ queryKey });
  });
  const refreshAll = useGathered(() => void client.invalidateQueries({ queryKey: cameraKeys.all }));
  const refreshOf = (part: "stills" | "films") => (told: unknown) => {
    const id = (told as { id_camera?: number } | null)?.id_camera;
    void client.invalidateQueries({ queryKey: id === undefined ? ["cameras", part] : ["cameras", part, id] });
  };
  const stillsOf = refreshOf("stills");
  const heard = [...new Set(projects)].slice(0, MOST_PROJECTS);
  useChannels(
    heard.map((project) => `private-project-${project}`),
    {
      "camera.created": refresh,
      // A change of the connection or of the stored pictures.
      "camera.changed": (told) => {
        refresh();
        stillsOf(told);
      },
      "camera.deleted": refresh,
      "camera.film": refreshOf("films"),
    },
    refreshAll,
  );
}
