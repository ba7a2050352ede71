import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useChannel } from "#web/lib/realtime.ts";
import { cameraKeys } from "./cctv.queries.ts";

/** Milliseconds in which what happens is gathered: a cable that takes ten cameras down is one refresh. */
const gather = 400;

/** What happens to the cameras of one project shows at once; after a break in the line all of it is asked again. */
export function useCameraNews(project: number): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refresh = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      for (const queryKey of [cameraKeys.lists, cameraKeys.ones, ["cameras", "health"]])
        void client.invalidateQueries({ queryKey });
    }, gather);
  };
  const refreshOf = (part: "stills" | "films") => (told: unknown) => {
    const id = (told as { id_camera?: number } | null)?.id_camera;
    void client.invalidateQueries({ queryKey: id === undefined ? ["cameras", part] : ["cameras", part, id] });
  };
  const stillsOf = refreshOf("stills");
  useChannel(
    `private-project-${project}`,
    {
      "camera.created": refresh,
      // Whether pictures come, or what is kept of them.
      "camera.changed": (told) => {
        refresh();
        stillsOf(told);
      },
      "camera.deleted": refresh,
      "camera.film": refreshOf("films"),
    },
    () => void client.invalidateQueries({ queryKey: cameraKeys.all }),
  );
}
