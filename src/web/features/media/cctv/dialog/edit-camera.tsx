import { useQueryClient } from "@tanstack/react-query";
import type { Camera } from "#contract/cctv.ts";
import { limits } from "#contract/limits.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { later, useLater } from "#web/ui/later.ts";
import { keepCamera } from "../cctv.queries.ts";

const dialog = later(() => import("./camera-dialog.tsx"));

/** The form of an existing camera. Its script is loaded when it is first opened. */
export function EditCamera({ camera, onClose }: { camera: Camera; onClose: () => void }) {
  const t = useText();
  const client = useQueryClient();
  const Dialog = useLater(dialog, true)?.CameraDialog;
  return (
    Dialog && (
      <Dialog
        camera={camera}
        id_project={camera.id_project}
        onClose={onClose}
        onSaved={(saved) => {
          keepCamera(client, saved);
          onClose();
          showToast({ tone: "ok", title: t("cctv.saved", { name: saved.name }) }, limits.toast.form);
        }}
      />
    )
  );
}
