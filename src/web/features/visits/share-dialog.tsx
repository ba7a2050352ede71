import { lazy, Suspense } from "react";
import type { Visit } from "#contract/visits.ts";
import { useFormat } from "#web/lib/format.ts";
import { whoOpens } from "#web/lib/share-rules.ts";
import { useText } from "#web/lib/use-text.ts";
import { SharePanel } from "#web/shell/share-panel.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useShare } from "./sharing/sharing.queries.ts";

const ShareRules = lazy(async () => ({
  default: (await import("./sharing/share-rules-form.tsx")).ShareRules,
}));

export interface ShareDialogProps {
  visit: Visit;
  isOpen: boolean;
  onClose: () => void;
}

export function ShareDialog({ visit, isOpen, onClose }: ShareDialogProps) {
  const t = useText();
  const mayShare = visit.can["share"] === true;
  return (
    <Modal title={t("visits.share_title", { name: visit.name })} isOpen={isOpen} onClose={onClose}>
      <div className="flex flex-col gap-5">
        {mayShare ? (
          <WhoOpens visitId={visit.id} />
        ) : (
          <p className="text-ink-muted">{t("visits.share_text")}</p>
        )}
        {visit.processing_count > 0 && <Banner>{t("visits.share_not_ready")}</Banner>}
        <SharePanel
          url={`${location.origin}/viewer/${visit.code}`}
          name={visit.name}
          text={t("visits.share_message", { name: visit.name })}
        />
        {mayShare && (
          <section aria-labelledby="share-rules" className="border-t border-line pt-5">
            <h3 id="share-rules" className="mb-4 text-base font-strong">
              {t("sharing.settings.title")}
            </h3>
            <Suspense fallback={<Skeleton className="h-64" />}>
              <ShareRules visitId={visit.id} />
            </Suspense>
          </section>
        )}
      </div>
    </Modal>
  );
}

/** Mounted while the dialog is open, so that nothing is asked for before. */
function WhoOpens({ visitId }: { visitId: number }) {
  const t = useText();
  const format = useFormat();
  const { data: share } = useShare(visitId);
  if (share === undefined) return <p className="text-ink-muted">{t("visits.share_text")}</p>;
  const opens = whoOpens(share);
  const until = opens === "opens_link" || opens === "opens_password" ? share.expires_at : null;
  return (
    <p className="text-ink-muted">
      {t(`sharing.link.${opens}`)}{" "}
      {until !== null && t("sharing.link.opens_until", { date: format.date(until, "moment") })}
    </p>
  );
}
