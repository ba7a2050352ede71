import type { Video } from "#contract/videos.ts";
import { embedCode } from "#web/lib/embed-code.ts";
import { useText } from "#web/lib/use-text.ts";
import { SharePanel } from "#web/shell/share-panel.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { cx, fieldBox } from "#web/ui/classes.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Modal } from "#web/ui/modal.tsx";

export interface ShareDialogProps {
  video: Video;
  isOpen: boolean;
  onClose: () => void;
}

const frame = { width: "800", height: "450" } as const;

/** The video's link for others: to copy, as a code to photograph, and to be put into a page. */
export function ShareDialog({ video, isOpen, onClose }: ShareDialogProps) {
  const t = useText();
  const url = `${location.origin}/video/${video.code}`;
  return (
    <Modal title={t("videos.share_title", { name: video.title })} isOpen={isOpen} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <p className="text-ink-muted">{t(whoOpens(video))}</p>
        {video.status === "processing" && <Banner>{t("videos.share_not_ready")}</Banner>}
        {!video.is_public && video.can["edit"] === true && (
          <Link href={`/editvideo/${video.id}`} look={{ variant: "secondary" }} onClick={onClose}>
            {t("videos.make_public")}
          </Link>
        )}
        <SharePanel url={url} name={video.title} text={t("videos.share_message", { name: video.title })} />
        {video.is_public && <Embed code={embedCode(url, video.title, frame)} />}
      </div>
    </Modal>
  );
}

function whoOpens({ status, is_public, is_protected }: Video) {
  if (status === "hidden") return "videos.share_hidden";
  if (!is_public) return "videos.share_private";
  return is_protected ? "videos.share_protected" : "videos.share_public";
}

function Embed({ code }: { code: string }) {
  const t = useText();
  return (
    <details className="border-t border-line pt-4">
      <summary className="cursor-pointer font-strong">{t("videos.embed")}</summary>
      <div className="mt-3 flex flex-col items-start gap-3">
        <textarea
          aria-label={t("videos.embed_text")}
          value={code}
          readOnly
          dir="ltr"
          rows={4}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className={cx(fieldBox, "w-full p-3 font-mono text-xs")}
        />
        <CopyButton text={code} size="sm" />
      </div>
    </details>
  );
}
