import type { Camera } from "#contract/cctv.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useDeleteCamera } from "./cctv.changes.ts";

interface DeleteCameraProps {
  camera: Camera;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteCamera({ camera, isOpen, onClose, onDeleted }: DeleteCameraProps) {
  const t = useText();
  const remove = useDeleteCamera();
  return (
    <ConfirmDialog
      title={t("cctv.delete_title", { name: camera.name })}
      confirmLabel={t("cctv.delete_camera")}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => remove.mutate(camera, { onSuccess: onDeleted, onSettled: onClose })}
      isDestructive
      isPending={remove.isPending}
    >
      {t("cctv.delete_text")}
    </ConfirmDialog>
  );
}
