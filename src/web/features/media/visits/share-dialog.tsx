import type { Visit } from "#contract/visits.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { VisitShare } from "#web/shell/sharing/visit-share.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Modal } from "#web/ui/modal.tsx";

export interface ShareDialogProps {
  visit: Visit;
  isOpen: boolean;
  onClose: () => void;
}

export function ShareDialog({ visit, isOpen, onClose }: ShareDialogProps) {
  const t = useText();
  const { id, name, code } = visit;
  const offered = useSettings()?.share_providers ?? [];
  return (
    <Modal title={t("visits.share_title", { name })} isOpen={isOpen} onClose={onClose}>
      <VisitShare
        rulesOf={visit.can["share"] === true ? id : null}
        url={`${location.origin}/viewer/${code}`}
        name={name}
        text={t("visits.share_message", { name })}
        offered={offered}
        notice={visit.processing_count > 0 && <Banner>{t("visits.share_not_ready")}</Banner>}
      />
    </Modal>
  );
}
