import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Camera, Still } from "#contract/cctv.ts";
import { limits } from "#contract/limits.ts";
import { call } from "#web/lib/client.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { cameraKeys } from "../cctv.queries.ts";

interface DeleteStillProps {
  camera: Camera;
  still: Still;
  when: string;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteStill({ camera, still, when, isOpen, onClose, onDeleted }: DeleteStillProps) {
  const t = useText();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      call(
        "DELETE /api/cctv-cameras/{id}/stills/{stillId}",
        { params: { id: camera.id, stillId: still.id } },
        { toast: false },
      ),
    onSuccess: () => {
      onDeleted();
      showToast({ tone: "ok", title: t("cctv.stills.deleted") }, limits.toast.form);
      return client.invalidateQueries({ queryKey: cameraKeys.stills(camera.id) });
    },
    onError: (error) => showFailure(error, t),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      title={t("cctv.stills.delete_title", { when })}
      confirmLabel={t("cctv.stills.delete")}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      isDestructive
      isPending={remove.isPending}
    >
      {t("cctv.stills.delete_text")}
    </ConfirmDialog>
  );
}
