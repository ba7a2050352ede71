import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { Snag } from "#contract/snags.ts";
import { useText } from "#web/lib/use-text.ts";
import { later, useLater } from "#web/ui/later.ts";
import { PhotoSide } from "./photo-side.tsx";
import { picturesIn, sendPhotos } from "./photo-uploads.ts";

const largeView = later(() => import("./large-view.tsx"));

/** Before and after side by side. Photos are added by the button, by dropping and by pasting. */
export function Photos({ snag }: { snag: Snag }) {
  const t = useText();
  const [enlarged, setEnlarged] = useState<string | null>(null);
  const LargeView = useLater(largeView, enlarged !== null)?.LargeView;
  const mayAdd = snag.can["answer"] === true;
  usePastedPictures(snag, mayAdd);
  if (!mayAdd && snag.photos.length === 0) return null;
  return (
    <section aria-labelledby="snag-photos" className="flex flex-col gap-2.5">
      <h3 id="snag-photos" className="text-sm font-strong">
        {t("snags.photos.title")}
      </h3>
      <div className="grid grid-cols-2 items-start gap-3">
        <PhotoSide snag={snag} kind="before" mayChange={mayAdd} onEnlarge={setEnlarged} />
        <PhotoSide snag={snag} kind="after" mayChange={mayAdd} onEnlarge={setEnlarged} />
      </div>
      {mayAdd && (
        <p className="text-xs text-ink-muted max-md:hidden print:hidden">{t("snags.photos.hint")}</p>
      )}
      {LargeView && enlarged !== null && (
        <LargeView
          photos={snag.photos}
          filename={enlarged}
          onShow={setEnlarged}
          onClose={() => setEnlarged(null)}
        />
      )}
    </section>
  );
}

/** Pasted photos show the defect while the snag is open, and the fix once work has begun. */
function usePastedPictures(snag: Snag, mayAdd: boolean): void {
  const client = useQueryClient();
  const take = useEffectEvent((event: ClipboardEvent) => {
    const pictures = picturesIn(event.clipboardData?.files ?? []);
    if (!mayAdd || pictures.length === 0) return;
    event.preventDefault();
    const kind = snag.status === "open" && snag.can["edit"] === true ? "before" : "after";
    void sendPhotos(client, snag, kind, pictures);
  });
  useEffect(() => {
    const hear = (event: ClipboardEvent) => take(event);
    addEventListener("paste", hear);
    return () => removeEventListener("paste", hear);
  }, []);
}
