import { Camera, ImageUp, Trash2 } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { failureTitle } from "#web/lib/failure-toast.ts";
import { personName } from "#web/lib/person-name.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { PersonCover } from "../person-cover.tsx";
import { type Portrait, removePortrait } from "./portrait.ts";
import { PortraitDialog } from "./portrait-dialog.tsx";

/** Avatar and cover as others see them, each with its actions. */
export function PortraitSection() {
  const user = useSignedInUser();
  const [changing, setChanging] = useState<Portrait | null>(null);
  const [removing, setRemoving] = useState<Portrait | null>(null);
  const pictures: Record<Portrait, string | null> = { avatar: user.avatar, cover: user.cover_image };
  const actions = (portrait: Portrait) => ({
    onChange: () => setChanging(portrait),
    onRemove: pictures[portrait] === null ? null : () => setRemoving(portrait),
    isDisabled: user.is_demo,
  });
  return (
    <div className="mb-9">
      <PersonCover
        name={personName(user)}
        avatar={user.avatar}
        cover={user.cover_image}
        corner={<PictureActions portrait="cover" isOnPicture {...actions("cover")} />}
        beside={<PictureActions portrait="avatar" {...actions("avatar")} />}
      />
      {changing !== null && <PortraitDialog portrait={changing} onClose={() => setChanging(null)} />}
      {removing !== null && <RemovePortrait portrait={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

interface PictureActionsProps {
  portrait: Portrait;
  /** On a photograph, so it must be visible on any. */
  isOnPicture?: boolean;
  isDisabled: boolean;
  onChange: () => void;
  /** Null while there is nothing to remove. */
  onRemove: (() => void) | null;
}

function PictureActions({
  portrait,
  isOnPicture = false,
  isDisabled,
  onChange,
  onRemove,
}: PictureActionsProps) {
  const t = useText();
  const look = { size: "sm", variant: isOnPicture ? "onPicture" : "secondary" } as const;
  return (
    <span className="flex gap-1.5">
      <Button
        {...look}
        icon={portrait === "avatar" ? Camera : ImageUp}
        isDisabled={isDisabled}
        onPress={onChange}
      >
        {t(`profile.pictures.change_${portrait}`)}
      </Button>
      {onRemove !== null && (
        <Tooltip text={t(`profile.pictures.remove_${portrait}`)}>
          <Button
            {...look}
            aria-label={t(`profile.pictures.remove_${portrait}`)}
            isDisabled={isDisabled}
            onPress={onRemove}
          >
            <Icon of={Trash2} size="sm" />
          </Button>
        </Tooltip>
      )}
    </span>
  );
}

function RemovePortrait({ portrait, onClose }: { portrait: Portrait; onClose: () => void }) {
  const t = useText();
  const [isPending, setIsPending] = useState(false);

  async function remove(): Promise<void> {
    setIsPending(true);
    try {
      await removePortrait(portrait);
      showToast({ tone: "ok", title: t(`profile.pictures.${portrait}_removed`) }, limits.toast.form);
    } catch (error) {
      const isWordless = error instanceof ApiError && error.code === "UNKNOWN" && error.message === "";
      const text =
        portrait === "avatar" && isWordless ? t("errors.failed.avatar_delete") : errorText(error, t);
      showToast({ tone: "bad", title: failureTitle(error, t), text });
    } finally {
      onClose();
    }
  }

  return (
    <ConfirmDialog
      title={t(`profile.pictures.remove_${portrait}_title`)}
      confirmLabel={t("common.remove")}
      isOpen
      onClose={onClose}
      onConfirm={() => void remove()}
      isDestructive
      isPending={isPending}
    >
      {t(`profile.pictures.remove_${portrait}_text`)}
    </ConfirmDialog>
  );
}
