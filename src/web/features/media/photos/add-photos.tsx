import { Camera, ImagePlus } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { photoTypes } from "#contract/photos.limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import type { AddPhotos } from "./use-add-photos.ts";

/** Buttons that pick photos from the device, and take one with its camera. */
export function AddButtons({ photos, size = "md" }: { photos: AddPhotos; size?: "md" | "lg" }) {
  const t = useText();
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const props = {
    type: "file",
    tabIndex: -1,
    "aria-hidden": true,
    className: "sr-only",
    onChange: ({ target }: { target: HTMLInputElement }) => {
      const files = [...(target.files ?? [])];
      // Emptied, so that the same file can be selected again.
      target.value = "";
      photos.add(files);
    },
  } as const;
  return (
    <>
      <input ref={picker} multiple accept={photoTypes.join(",")} {...props} />
      <input ref={camera} accept="image/*" capture="environment" {...props} />
      {/* A desktop's camera shows its user, not the site. */}
      <span className="hidden touch:contents">
        <Button icon={Camera} size={size} onPress={() => camera.current?.click()}>
          {t("photos.take")}
        </Button>
      </span>
      <Button variant="primary" icon={ImagePlus} size={size} onPress={() => picker.current?.click()}>
        {t("photos.add")}
      </Button>
    </>
  );
}

/** The page as a target for dropped photos, where they may be added; the buttons are the way by keyboard. */
export function DropPhotos({ photos, children }: { photos: AddPhotos | null; children: ReactNode }) {
  const t = useText();
  const [isOver, setOver] = useState(false);
  const isFiles = (event: DragEvent) => photos !== null && event.dataTransfer.types.includes("Files");
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dragging is a second way; the button is the first
    <div
      onDragOver={(event) => {
        if (!isFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!isFiles(event)) return;
        event.preventDefault();
        setOver(false);
        photos?.add([...event.dataTransfer.files]);
      }}
      className={cx(
        "relative min-h-[60dvh] rounded-lg outline-offset-8",
        isOver && "outline-2 outline-accent-text outline-dashed",
      )}
    >
      {isOver && (
        <p className="pointer-events-none sticky top-4 z-20 mx-auto w-fit rounded-full bg-accent px-4 py-2 font-strong text-white shadow-float">
          {t("photos.drop")}
        </p>
      )}
      {children}
    </div>
  );
}

/** Files that were not added, and why. */
export function RefusedPhotos({ photos }: { photos: AddPhotos }) {
  const t = useText();
  if (photos.refused.length === 0) return null;
  return (
    <Banner tone="bad" title={t("photos.refused_title")} onClose={photos.dismiss} className="mb-5">
      <ul className="mt-1 flex flex-col gap-1">
        {photos.refused.map(({ name, reason }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two files may have the same name
          <li key={`${at} ${name}`} className="min-w-0">
            <bdi className="font-strong break-all">{name}</bdi> {reason}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
