import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Camera } from "#contract/cctv.ts";
import { limits } from "#contract/limits.ts";
import { call } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { cameraKeys, keepCamera, showCameras } from "./cctv.queries.ts";

/** Milliseconds in which what was just done can be undone. */
const undoTime = 10_000;
const quiet = { toast: false } as const;

/** Stars one camera or lets it go: shown at once, taken back when the server refuses. */
export function useStarCamera() {
  const t = useText();
  const client = useQueryClient();
  const show = (id: number, starred: boolean) =>
    showCameras(client, (camera) => (camera.id === id ? { ...camera, starred } : camera));
  return useMutation({
    mutationFn: ({ id, starred }: { id: number; starred: boolean }) =>
      call("PUT /api/cctv-cameras/star", { body: { camera_id: id, starred } }, quiet),
    onMutate: async ({ id, starred }) => {
      await client.cancelQueries({ queryKey: cameraKeys.lists });
      show(id, starred);
    },
    onError: (error, { id, starred }) => {
      show(id, !starred);
      showToast({ tone: "bad", title: t("cctv.star_failed"), text: errorText(error, t) });
    },
    onSettled: () => client.invalidateQueries({ queryKey: cameraKeys.lists }),
  });
}

/** Stars several at once. Undone for ten seconds, and only for those that it changed. */
export function useStarCameras(): (cameras: readonly Camera[], starred: boolean) => Promise<boolean> {
  const t = useText();
  const client = useQueryClient();

  async function send(ids: readonly number[], starred: boolean): Promise<void> {
    showCameras(client, (camera) => (ids.includes(camera.id) ? { ...camera, starred } : camera));
    try {
      await call("PUT /api/cctv-cameras/bulk-star", { body: { camera_ids: [...ids], starred } }, quiet);
    } finally {
      void client.invalidateQueries({ queryKey: cameraKeys.lists });
    }
  }

  async function undo(ids: readonly number[], starred: boolean): Promise<void> {
    try {
      await send(ids, starred);
      showToast({ tone: "ok", title: t("cctv.bulk.undone") });
    } catch (error) {
      showToast({ tone: "bad", title: t("cctv.star_failed"), text: errorText(error, t) });
    }
  }

  return async (cameras, starred) => {
    const changed = cameras.filter((camera) => camera.starred !== starred).map(({ id }) => id);
    const count = cameras.length;
    try {
      if (changed.length > 0) await send(changed, starred);
      showToast(
        {
          tone: "ok",
          title: t(starred ? "cctv.bulk.starred" : "cctv.bulk.unstarred", { count }),
          ...(changed.length > 0 && {
            action: { label: t("common.undo"), onAction: () => void undo(changed, !starred) },
          }),
        },
        undoTime,
      );
      return true;
    } catch (error) {
      showToast({ tone: "bad", title: t("cctv.star_failed"), text: errorText(error, t) });
      return false;
    }
  };
}

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
