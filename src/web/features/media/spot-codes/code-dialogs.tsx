import { useState } from "react";
import type { Spot } from "#contract/spot-codes.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { DeleteDialog } from "#web/shell/delete/delete-dialog.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { QrCode } from "#web/ui/qr-code.tsx";
import { RowsSkeleton } from "#web/ui/rows-skeleton.tsx";
import { addressOf, useChangeCodes, useScans } from "./spot-codes.queries.ts";

interface LabelDialogProps {
  label: NonNullable<Spot["label"]>;
  /** Name of the room. */
  title: string;
  onClose: () => void;
}

export function CodeDialog({ label, title, onClose }: LabelDialogProps) {
  const t = useText();
  return (
    <Modal
      title={title}
      size="sm"
      isOpen
      onClose={onClose}
      footer={
        <>
          <CopyButton text={addressOf(label.code)} />
          <Button variant="primary" onPress={onClose}>
            {t("common.close")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col items-center gap-3 pt-1">
        <QrCode text={addressOf(label.code)} label={t("spot_codes.code")} className="size-60" />
        <p className="text-ink-muted tabular-nums">{t("spot_codes.number", { n: label.number })}</p>
        <p dir="ltr" className="text-center text-xs break-all text-ink-muted">
          {addressOf(label.code)}
        </p>
      </div>
    </Modal>
  );
}

export function ScansDialog({ project, label, title, onClose }: LabelDialogProps & { project: number }) {
  const t = useText();
  const format = useFormat();
  const [page, setPage] = useState(1);
  const scans = useScans(project, label.id, page);
  return (
    <Modal
      title={t("spot_codes.scanned.title", { name: title })}
      isOpen
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {t("common.close")}
        </Button>
      }
    >
      {scans.isError ? (
        <LoadFailure error={scans.error} onRetry={() => void scans.refetch()} />
      ) : scans.data === undefined ? (
        <RowsSkeleton />
      ) : scans.data.total === 0 ? (
        <p className="text-ink-muted">{t("spot_codes.scanned.none")}</p>
      ) : (
        <>
          <ul className="flex flex-col gap-3">
            {scans.data.items.map(({ id, at, person }) => (
              <li key={id} className="flex items-center gap-3">
                <Avatar name={person?.name ?? ""} picture={person?.avatar ?? null} size="sm" />
                <span className="own-direction min-w-0 flex-1 truncate">
                  {person?.name || t("spot_codes.someone")}
                </span>
                <span className="text-sm text-ink-muted tabular-nums">{format.date(at, "moment")}</span>
              </li>
            ))}
          </ul>
          <Pager page={page} perPage={20} total={scans.data.total} onChange={setPage} />
          <p className="mt-4 text-sm text-ink-muted">{t("spot_codes.scanned.kept")}</p>
        </>
      )}
    </Modal>
  );
}

interface RevokeDialogProps {
  project: number;
  codes: number[];
  /** Name of the room, if it is one. */
  name: string | undefined;
  onClose: () => void;
  onDone?: () => void;
}

export function RevokeDialog({ project, codes, name, onClose, onDone }: RevokeDialogProps) {
  const t = useText();
  const change = useChangeCodes(project);
  const count = codes.length;
  return (
    <DeleteDialog
      title={
        name === undefined
          ? t("spot_codes.revoke_title_many", { count })
          : t("spot_codes.revoke_title", { name })
      }
      confirmLabel={t("spot_codes.revoke_selected", { count })}
      done={t("spot_codes.revoked", { count })}
      onDelete={() => change.revoke(codes)}
      onClose={onClose}
      {...(onDone && { onDeleted: onDone })}
    >
      {t("spot_codes.revoke_text")}
    </DeleteDialog>
  );
}
