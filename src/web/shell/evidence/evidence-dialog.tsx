import { FileDown } from "lucide-react";
import { errorText } from "#web/lib/error-text.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-style.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { type EvidenceOf, evidenceAddress, useEvidence } from "./evidence.queries.ts";
import { EvidenceFiles } from "./evidence-files.tsx";
import { EvidenceRecord } from "./evidence-record.tsx";

export interface EvidenceDialogProps {
  of: EvidenceOf;
  isOpen: boolean;
  onClose: () => void;
}

/** Chain of custody of a file: proof that it is the original upload, its history, and the printable report. */
export function EvidenceDialog({ of, isOpen, onClose }: EvidenceDialogProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <Modal
      title={t("evidence.title")}
      isOpen={isOpen}
      onClose={onClose}
      size="lg"
      footer={
        <>
          <a
            href={evidenceAddress(of)}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: "quiet" })}
          >
            {t("evidence.as_data")}
          </a>
          <a
            href={`${evidenceAddress(of)}/sheet?lang=${language}`}
            download=""
            className={buttonClass({ variant: "primary" })}
          >
            <Icon of={FileDown} size="sm" />
            {t("evidence.sheet")}
          </a>
        </>
      }
    >
      <Content of={of} />
    </Modal>
  );
}

function Content({ of }: { of: EvidenceOf }) {
  const t = useText();
  const evidence = useEvidence(of);
  if (evidence.isPending)
    return (
      <Outline text={t("evidence.loading")} className="flex flex-col gap-3">
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-28 w-full" />
      </Outline>
    );
  if (evidence.isError)
    return (
      <Banner
        tone="bad"
        title={t("evidence.failed")}
        action={<Button onPress={() => void evidence.refetch()}>{t("common.retry")}</Button>}
      >
        {errorText(evidence.error, t)}
      </Banner>
    );
  return (
    <div className="flex flex-col gap-6">
      <p className="text-ink-muted">{t("evidence.intro")}</p>
      <EvidenceFiles of={of} files={evidence.data.files} />
      <EvidenceRecord evidence={evidence.data} />
    </div>
  );
}
