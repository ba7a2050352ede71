import { useRouter } from "@tanstack/react-router";
import { EllipsisVertical, ExternalLink, Pencil, Play, RefreshCw, Share2, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Camera } from "#contract/cctv.ts";
import { useText } from "#web/lib/use-text.ts";
import { DeleteDialog } from "#web/shell/delete/delete-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { pageOf, publicPageOf } from "./camera-looks.ts";
import { useCheckCamera, useDeleteCamera } from "./cctv.changes.ts";
import { ShareCamera } from "./share-camera.tsx";

export interface CameraMenuProps {
  camera: Camera;
  onEdit: (camera: Camera) => void;
  /** Placed on a photo; has to be visible on any. */
  isOnPicture?: boolean;
  /** On the camera's own page: no link to it, and its deletion leaves the page. */
  isOwnPage?: boolean;
}

/** Actions on a camera, by the caller's rights on it. */
export function CameraMenu({ camera, onEdit, isOnPicture = false, isOwnPage = false }: CameraMenuProps) {
  const t = useText();
  const router = useRouter();
  const check = useCheckCamera();
  const remove = useDeleteCamera();
  const [open, setOpen] = useState<"share" | "delete" | null>(null);
  const { name, can, is_public } = camera;
  const label = t("cctv.actions_of", { name });
  return (
    <>
      <Menu
        label={label}
        trigger={
          <IconButton
            icon={EllipsisVertical}
            label={label}
            hasTooltip={false}
            className="touch:size-11"
            {...(isOnPicture && {
              className:
                "size-8 rounded-full bg-black/45 touch:size-11 text-white hover:bg-black/65 hover:text-white",
            })}
          />
        }
      >
        {!isOwnPage && (
          <MenuItem
            icon={Play}
            points
            label={t("cctv.watch")}
            onAction={() => router.history.push(pageOf(camera))}
          />
        )}
        {is_public && (
          <MenuItem
            icon={ExternalLink}
            points
            label={t("cctv.public_page")}
            onAction={() => location.assign(publicPageOf(camera))}
          />
        )}
        <MenuItem icon={Share2} label={t("cctv.share")} onAction={() => setOpen("share")} />
        {can["check"] === true && (
          <MenuItem icon={RefreshCw} label={t("cctv.check")} onAction={() => check.mutate(camera)} />
        )}
        {can["edit"] === true && (
          <MenuItem icon={Pencil} label={t("cctv.edit")} onAction={() => onEdit(camera)} />
        )}
        {can["delete"] === true && (
          <>
            <MenuSeparator />
            <MenuItem
              icon={Trash2}
              isDestructive
              label={t("cctv.delete")}
              onAction={() => setOpen("delete")}
            />
          </>
        )}
      </Menu>
      <ShareCamera camera={camera} isOpen={open === "share"} onClose={() => setOpen(null)} />
      <DeleteDialog
        title={t("cctv.delete_title", { name })}
        confirmLabel={t("cctv.delete_camera")}
        done={t("cctv.deleted", { name })}
        onDelete={() => remove.mutateAsync(camera)}
        isOpen={open === "delete"}
        onClose={() => setOpen(null)}
        onDeleted={() => {
          if (isOwnPage) router.history.push("/cctv");
        }}
      >
        {t("cctv.delete_text")}
      </DeleteDialog>
    </>
  );
}
