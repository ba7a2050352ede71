import { X } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "#web/ui/bare-icon-button.tsx";
import type { FieldKit } from "#web/ui/field-kit.ts";
import { FilePreview } from "#web/ui/file-preview.tsx";

const types = { "image/jpeg": [".jpg", ".jpeg"], "image/png": [".png"], "image/webp": [".webp"] };

interface SnagPhotosProps {
  kit: FieldKit;
  photos: readonly File[];
  onChange: (photos: readonly File[]) => void;
}

/** Photos of a new snag. */
export function SnagPhotos({ kit: { Files }, photos, onChange }: SnagPhotosProps) {
  const t = useText();
  const [problem, setProblem] = useState<string>();
  return (
    <div className="flex flex-col gap-3">
      <Files
        label={t("snags.dialog.photos")}
        hint={t("snags.dialog.photos_hint", { megabytes: Math.round(limits.snag.photo.bytes / 1024 / 1024) })}
        accept={types}
        maxBytes={limits.snag.photo.bytes}
        error={problem}
        onFiles={(files, refused) => {
          setProblem(refused[0]?.reasons.join(" "));
          onChange([...photos, ...files].slice(0, limits.snag.photos));
        }}
      />
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {photos.map((file, at) => (
            <li key={`${file.name}${at}`} className="relative">
              <FilePreview file={file} className="size-20 rounded-md" />
              <BareIconButton
                icon={X}
                size="sm"
                label={t("snags.dialog.remove_photo", { name: file.name })}
                onPress={() => onChange(photos.filter((_, index) => index !== at))}
                className="absolute! -end-1.5 -top-1.5 rounded-full! bg-raised shadow-float"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
