import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Camera } from "#contract/cctv.ts";
import { call, quiet } from "#web/lib/client.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { cameraKeys, keepCamera } from "./cctv.queries.ts";

/** Checks now whether pictures arrive, and shows the result. */
export function useCheckCamera() {
  const t = useText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Camera) => call("POST /api/cctv-cameras/{id}/check", { params: { id } }, quiet),
    onSuccess: (camera) => {
      keepCamera(client, camera);
      void client.invalidateQueries({ queryKey: ["cameras", "health", camera.id] });
      const { name, state, problem } = camera;
      const isUp = state === "up";
      showToast({
        tone: isUp ? "ok" : "warn",
        title: t(isUp ? "cctv.check_up" : "cctv.check_down", { name }),
        ...(problem !== null && { text: t(`errors.code.${problem}` as "errors.code.CAMERA_SILENT") }),
      });
    },
    onError: (error) => showFailure(error, t),
  });
}

export function useDeleteCamera() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Camera) => call("DELETE /api/cctv-cameras/{id}", { params: { id } }, quiet),
    onSuccess: () => void client.invalidateQueries({ queryKey: cameraKeys.lists }),
  });
}

/** Deletes a stored picture of a camera. */
export function useDeleteStill({ id }: Camera) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (stillId: number) =>
      call("DELETE /api/cctv-cameras/{id}/stills/{stillId}", { params: { id, stillId } }, quiet),
    onSuccess: () => void client.invalidateQueries({ queryKey: cameraKeys.stills(id) }),
  });
}

/** Deletes a time-lapse made of stored pictures. */
export function useDeleteFilm({ id }: Camera) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (timelapseId: number) =>
      call("DELETE /api/cctv-cameras/{id}/timelapses/{timelapseId}", { params: { id, timelapseId } }, quiet),
    onSuccess: () => void client.invalidateQueries({ queryKey: cameraKeys.films(id) }),
  });
}
