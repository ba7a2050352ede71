import { useRouter } from "@tanstack/react-router";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import type { CreateDialogProps } from "#web/shell/create-menu.tsx";
import { pageOf } from "../camera-looks.ts";
import { CameraDialog } from "./camera-dialog.tsx";

/** Adds a camera from anywhere. */
export function AddCameraDialog({ onClose, id_project }: CreateDialogProps) {
  const t = useText();
  const router = useRouter();
  return (
    <CameraDialog
      camera={null}
      id_project={id_project ?? null}
      onClose={onClose}
      onSaved={(camera) => {
        onClose();
        showToast({
          tone: "ok",
          title: t("cctv.added", { name: camera.name }),
          action: { label: t("cctv.watch"), onAction: () => router.history.push(pageOf(camera)) },
        });
      }}
    />
  );
}
