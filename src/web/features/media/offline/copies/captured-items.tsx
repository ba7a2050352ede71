import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { type Capture, captures } from "#web/lib/captures.ts";
import { useConnection } from "#web/lib/connectivity.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { FilePreview } from "#web/ui/file-preview.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useCaptures } from "./use-copies.ts";

/** Items from the locked screen: their user adds each to a project. Of other users' items only the number is shown. */
export function CapturedItems() {
  const t = useText();
  const found = useCaptures();
  if (found === undefined) return null;
  const { own, others } = found;
  return (
    <>
      {own.length > 0 && (
        <Card title={t("offline.copies.captures.title")} isPadded={false}>
          <p className="px-4 pb-2 text-sm text-ink-muted">{t("offline.copies.captures.text")}</p>
          <ul className="divide-y divide-line border-t border-line">
            {own.map((capture) => (
              <Item key={capture.guid} capture={capture} />
            ))}
          </ul>
        </Card>
      )}
      {others > 0 && <Banner tone="info">{t("offline.copies.captures.others", { count: others })}</Banner>}
    </>
  );
}

function Item({ capture }: { capture: Capture }) {
  const t = useText();
  const format = useFormat();
  const { isOnline } = useConnection();
  const [isDeleting, setIsDeleting] = useState(false);
  const { guid, text, photos, sha256, at } = capture;
  const when = format.date(new Date(at), "moment");
  const add = () =>
    startCreation({
      kind: "snag",
      captured: { guid, text, photos, sha256, at, onCreated: () => void captures.remove(guid) },
    });
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      {photos[0] && <FilePreview file={photos[0]} className="size-14 rounded-md" />}
      <div className="min-w-0 flex-1">
        <p className="own-direction line-clamp-2 font-strong">
          {text || t("offline.copies.captures.no_text")}
        </p>
        <p className="text-sm text-ink-muted">
          {when}
          {photos.length > 0 && ` · ${t("offline.copies.captures.photos", { count: photos.length })}`}
        </p>
      </div>
      <Button icon={Plus} isDisabled={!isOnline} onPress={add} className="touch:min-h-11">
        {t("offline.copies.captures.add")}
      </Button>
      <IconButton
        icon={Trash2}
        label={`${t("offline.copies.captures.delete")}: ${text || when}`}
        onPress={() => setIsDeleting(true)}
        className="size-11"
      />
      <ConfirmDialog
        title={t("offline.copies.captures.delete_title")}
        confirmLabel={t("offline.copies.captures.delete")}
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        onConfirm={() => void captures.remove(guid)}
        isDestructive
      >
        {t("offline.copies.captures.delete_text")}
      </ConfirmDialog>
    </li>
  );
}
