import { X } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { FilePreview } from "#web/ui/file-preview.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { KeptPhoto } from "./kept-answer.ts";

interface ChosenProps {
  photos: readonly KeptPhoto[];
  /** Absent once the answer was given. */
  onRemove?: (guid: string) => void;
}

/** The photos of an answer that is on this device. */
export function Chosen({ photos, onRemove }: ChosenProps) {
  const t = useText();
  if (photos.length === 0) return null;
  return (
    <ul className="grid grid-cols-3 gap-2">
      {photos.map(({ guid, file }, at) => (
        <li key={guid} className="relative">
          <FilePreview file={file} className="aspect-square w-full rounded-md" />
          {onRemove && (
            <button
              type="button"
              aria-label={t("crews.answer.form.remove", { n: at + 1 })}
              onClick={() => onRemove(guid)}
              className="absolute end-0 top-0 flex size-11 items-start justify-end p-1.5"
            >
              <span className="flex size-7 items-center justify-center rounded-full bg-black/65 text-white">
                <Icon of={X} size="sm" />
              </span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
