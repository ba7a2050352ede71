import { Cctv, ImageUp, X } from "lucide-react";
import { useEffect, useId, useMemo } from "react";
import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ImageUpload } from "#web/ui/file-input.tsx";
import { Picture } from "#web/ui/picture.tsx";
import type { CameraForm } from "./use-camera-form.ts";

/** The picture of the camera: selected or dropped here, uploaded when the camera itself is saved. */
export function ThumbnailField({ form }: { form: CameraForm }) {
  const t = useText();
  const id = useId();
  const { thumbnail, chooseThumbnail, errors, camera } = form;
  const preview = usePreview(thumbnail instanceof File ? thumbnail : null);
  const stored = thumbnail === "remove" ? null : (camera?.thumbnail ?? null);
  const shown = preview ?? stored;
  return (
    <fieldset aria-labelledby={id} aria-describedby={`${id}hint`} className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-strong">
        {t("cctv.form.thumbnail")}
      </span>
      <ImageUpload
        label={t("cctv.form.thumbnail_choose")}
        icon={ImageUp}
        accept="image/jpeg,image/png"
        // The form reports it itself, in the words of the specification.
        maxMegabytes={Number.POSITIVE_INFINITY}
        onImage={chooseThumbnail}
      >
        <Picture
          src={shown}
          icon={Cctv}
          alt={thumbnail instanceof File ? t("cctv.form.thumbnail_of", { name: thumbnail.name }) : ""}
          className="aspect-video w-32 rounded-md"
        />
        {shown !== null && (
          <Button
            variant="quiet"
            icon={X}
            onPress={() => chooseThumbnail(stored === null || preview === null ? removed(stored) : null)}
          >
            {t("cctv.form.thumbnail_remove")}
          </Button>
        )}
      </ImageUpload>
      <span id={`${id}hint`} className="text-xs text-ink-muted">
        {t("cctv.form.thumbnail_hint", { n: limits.camera.thumbnail.megabytes })}
      </span>
      <span role="alert" className="text-xs text-bad-text empty:hidden">
        {errors.thumbnail}
      </span>
    </fieldset>
  );
}

/** Meaning of a removal: a stored picture is deleted; a selection is only cleared. */
const removed = (stored: string | null) => (stored === null ? null : ("remove" as const));

function usePreview(file: File | null): string | null {
  const address = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file]);
  useEffect(
    () => () => {
      if (address !== null) URL.revokeObjectURL(address);
    },
    [address],
  );
  return address;
}
