import { Camera as CameraIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { limits } from "#contract/limits.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { FileDrop, type RefusedFile } from "#web/ui/file-drop.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Camera, hasCamera } from "./camera.tsx";
import { type Crop, wholeCrop } from "./crop.ts";
import { Cropper } from "./cropper.tsx";
import {
  accept,
  cutOut,
  maxBytes,
  NoCanvas,
  openPicture,
  PictureUnreadable,
  type Portrait,
  sendPortrait,
} from "./portrait.ts";

export interface PortraitDialogProps {
  portrait: Portrait;
  onClose: () => void;
}

/** Picks, drops or takes a picture; crops it; shows its upload. */
export function PortraitDialog({ portrait, onClose }: PortraitDialogProps) {
  const t = useText();
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const [crop, setCrop] = useState<Crop>(wholeCrop);
  const [isFilming, setIsFilming] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [sent, setSent] = useState<number | null>(null);
  const isSending = sent !== null;

  useEffect(() => () => (image === null ? undefined : URL.revokeObjectURL(image.src)), [image]);

  async function open(file: File): Promise<void> {
    setRefusal(undefined);
    setIsFilming(false);
    try {
      setImage(await openPicture(file));
      setCrop(wholeCrop);
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }

  function pick([file]: File[], [refused]: RefusedFile[]): void {
    if (file !== undefined) void open(file);
    else if (refused !== undefined) setRefusal(`${refused.file.name}: ${refused.reasons.join(" ")}`);
  }

  async function send(): Promise<void> {
    if (image === null) return;
    setRefusal(undefined);
    setSent(0);
    try {
      await sendPortrait(portrait, await cutOut(image, crop, portrait), setSent);
      showToast({ tone: "ok", title: t(`profile.pictures.${portrait}_saved`) }, limits.toast.form);
      onClose();
    } catch (error) {
      setRefusal(failureText(error, t));
      setSent(null);
    }
  }

  return (
    <Modal
      title={t(`profile.pictures.${portrait}_title`)}
      isOpen
      onClose={onClose}
      size={portrait === "cover" ? "lg" : "md"}
      isDismissable={!isSending}
      {...(image !== null && {
        footer: (
          <>
            <Button onPress={() => setImage(null)} isDisabled={isSending}>
              {t("profile.pictures.another")}
            </Button>
            <Button variant="primary" onPress={() => void send()} isPending={isSending}>
              {t("profile.pictures.use")}
            </Button>
          </>
        ),
      })}
    >
      {isFilming ? (
        <Camera onTaken={(file) => void open(file)} onBack={() => setIsFilming(false)} />
      ) : image === null ? (
        <div className="flex flex-col gap-3">
          <FileDrop
            label={t("profile.pictures.file")}
            hint={t("profile.pictures.hint", { megabytes: limits.portrait.megabytes })}
            error={refusal}
            accept={accept}
            maxBytes={maxBytes}
            isMultiple={false}
            onFiles={pick}
            onCancel={() => setRefusal(undefined)}
          />
          {hasCamera() && (
            <Button icon={CameraIcon} onPress={() => setIsFilming(true)} className="self-center">
              {t("profile.pictures.use_camera")}
            </Button>
          )}
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          {refusal !== undefined && <Banner tone="bad">{refusal}</Banner>}
          <Cropper image={image} portrait={portrait} crop={crop} onChange={setCrop} />
          {sent !== null && <ProgressBar label={t("profile.pictures.sending")} share={sent} />}
        </div>
      )}
    </Modal>
  );
}

function failureText(error: unknown, t: Translate): string {
  if (error instanceof PictureUnreadable) return t("errors.failed.image_load");
  if (error instanceof NoCanvas) return t("errors.failed.canvas");
  return errorText(error, t);
}
