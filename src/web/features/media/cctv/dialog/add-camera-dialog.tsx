import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { Camera } from "#contract/cctv.ts";
import { call, quiet } from "#web/lib/client.ts";
import { logFailure } from "#web/lib/log.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import type { CreateDialogProps } from "#web/shell/create-menu.tsx";
import { pageOf } from "../camera-looks.ts";
import { cameraKeys, keepCamera } from "../cctv.queries.ts";
import { CameraDialog } from "./camera-dialog.tsx";

/** Adds a camera from anywhere. */
export function AddCameraDialog({ onClose, id_project }: CreateDialogProps) {
  const t = useText();
  const router = useRouter();
  const client = useQueryClient();
  return (
    <CameraDialog
      camera={null}
      id_project={id_project ?? null}
      onClose={onClose}
      onSaved={(camera) => {
        onClose();
        void lookAt(client, camera);
        showToast({
          tone: "ok",
          title: t("cctv.added", { name: camera.name }),
          action: { label: t("cctv.watch"), onAction: () => router.history.push(pageOf(camera)) },
        });
      }}
    />
  );
}

/** Checks a new camera at once, instead of waiting for the next round of checks. */
async function lookAt(client: QueryClient, { id, can }: Camera): Promise<void> {
  if (can["check"] !== true) return;
  try {
    keepCamera(client, await call("POST /api/cctv-cameras/{id}/check", { params: { id } }, quiet));
    await client.invalidateQueries({ queryKey: cameraKeys.lists });
  } catch (error) {
    logFailure("A new camera could not be looked at.", error);
  }
}
