import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Camera } from "#contract/cctv.ts";
import { limits } from "#contract/limits.ts";
import { call } from "#web/lib/client.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { cameraKeys, keepCamera } from "./cctv.queries.ts";

const quiet = { toast: false } as const;

/** Looks now whether pictures come, and says what was found. */
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
  const t = useText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Camera) => call("DELETE /api/cctv-cameras/{id}", { params: { id } }, quiet),
    onSuccess: (_, { name }) => {
      void client.invalidateQueries({ queryKey: cameraKeys.lists });
      showToast({ tone: "ok", title: t("cctv.deleted", { name }) }, limits.toast.form);
    },
    onError: (error) => showFailure(error, t),
  });
}
