import { ChevronLeft, ChevronRight } from "lucide-react";
import type { KeyboardEvent } from "react";
import type { SnagPhoto } from "#contract/snags.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Modal } from "#web/ui/modal.tsx";

interface LargeViewProps {
  photos: readonly SnagPhoto[];
  filename: string;
  onShow: (filename: string) => void;
  onClose: () => void;
}

/** One photo as large as the screen allows; arrows lead to the others. */
export function LargeView({ photos, filename, onShow, onClose }: LargeViewProps) {
  const t = useText();
  const format = useFormat();
  const at = Math.max(
    0,
    photos.findIndex((photo) => photo.filename === filename),
  );
  const photo = photos[at];
  if (photo === undefined) return null;
  const show = (index: number) => {
    const other = photos[index];
    if (other !== undefined) onShow(other.filename);
  };
  function press(event: KeyboardEvent): void {
    const isRtl = document.documentElement.dir === "rtl";
    if (event.key === "ArrowRight") show(at + (isRtl ? -1 : 1));
    else if (event.key === "ArrowLeft") show(at + (isRtl ? 1 : -1));
  }
  return (
    <Modal
      title={`${t(`snags.photos.${photo.kind}`)} · ${t("snags.photos.large", { n: at + 1, count: photos.length })}`}
      isOpen
      onClose={onClose}
      size="xl"
    >
      {/* Only a listener: the arrows belong to the whole dialog. */}
      <figure role="presentation" onKeyDown={press} className="flex flex-col gap-3">
        <img
          src={photo.url}
          alt={t(`snags.photos.${photo.kind}`)}
          className="max-h-[70dvh] w-full rounded-md bg-sunken object-contain"
        />
        <figcaption className="flex items-center gap-2 text-sm text-ink-muted">
          <span className="min-w-0 flex-1 truncate">
            {t("snags.photos.by", {
              name: photo.author,
              date: format.date(photo.captured_at ?? photo.created_at, "moment"),
            })}
          </span>
          <IconButton
            icon={ChevronLeft}
            points
            label={t("common.previous")}
            isDisabled={at === 0}
            onPress={() => show(at - 1)}
            className="touch:size-11"
          />
          <IconButton
            icon={ChevronRight}
            points
            label={t("common.next")}
            isDisabled={at === photos.length - 1}
            onPress={() => show(at + 1)}
            className="touch:size-11"
          />
        </figcaption>
      </figure>
    </Modal>
  );
}
