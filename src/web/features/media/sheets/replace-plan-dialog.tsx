import { useState } from "react";
import type { Sheet } from "#contract/sheets.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PlanFileField } from "./plan-file-field.tsx";
import { useReplacePlan } from "./sheets.queries.ts";
import { UploadProgress } from "./upload-progress.tsx";

export interface ReplacePlanDialogProps {
  sheet: Sheet;
  onReplaced: () => void;
  onClose: () => void;
}

/** Replaces the drawing of a sheet. The positions of rooms stay. */
export function ReplacePlanDialog({ sheet, onReplaced, onClose }: ReplacePlanDialogProps) {
  const t = useText();
  const [file, setFile] = useState<File | null>(null);
  const [page, setPage] = useState(1);
  const [share, setShare] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const replace = useReplacePlan(sheet.id, setShare);

  async function send(): Promise<void> {
    if (file === null) return setRefusal(t("sheets.choose_file"));
    setRefusal(null);
    try {
      await replace.mutateAsync({ file, page });
      onReplaced();
      onClose();
    } catch (error) {
      setRefusal(errorText(error, t));
    }
  }

  return (
    <Modal
      title={t(sheet.image === null ? "sheets.add_image" : "sheets.replace_image")}
      isOpen
      onClose={onClose}
      isDismissable={!replace.isPending && file === null}
      footer={
        <>
          <Button onPress={onClose} isDisabled={replace.isPending}>
            {t("common.cancel")}
          </Button>
          <Button variant="primary" isPending={replace.isPending} onPress={() => void send()}>
            {t("sheets.upload")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {refusal !== null && <Banner tone="bad">{refusal}</Banner>}
        {sheet.image !== null && <p className="text-ink-muted">{t("sheets.replace_text")}</p>}
        <PlanFileField
          file={file}
          page={page}
          onFile={(picked, problem) => {
            setRefusal(problem ?? null);
            if (picked) setFile(picked);
          }}
          onPage={setPage}
          isDisabled={replace.isPending}
        />
        {replace.isPending && <UploadProgress share={share} />}
      </div>
    </Modal>
  );
}
