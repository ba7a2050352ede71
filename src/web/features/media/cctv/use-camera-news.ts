import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useChannel } from "#web/lib/realtime.ts";
import { cameraKeys } from "./cctv.queries.ts";

/** Milliseconds in which events are collected: a cable that takes ten cameras down is one refresh. */
const gather = 400;

/** Shows events of one project's cameras at once; refetches everything after a reconnection. */
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
      // A change of the connection or of the stored pictures.
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
