import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { useFoundProjects } from "#web/shell/projects/projects.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { exportAddress } from "./export-address.ts";
import type { Asked } from "./export-menu.tsx";
import type { SnagListState } from "./list-state.ts";
import { queryOf } from "./snag-query.ts";
import { useSnags } from "./snags.queries.ts";

interface ExportProjectDialogProps {
  asked: Asked;
  state: SnagListState;
  onImport: (project: Project) => void;
  onClose: () => void;
}

/** Selects a project: reports, exports and imports concern one project each. */
export function ExportProjectDialog({ asked, state, onImport, onClose }: ExportProjectDialogProps) {
  const t = useText();
  const lang = useLanguage();
  const may = asked === "import" ? "add_snag" : "view_snags";
  const open = useFoundProjects({ may });
  const [picked, setPicked] = useState<Project | null>(null);
  const chosen = picked ?? open.data?.items[0];
  const wanted = { ...state, id_project: chosen?.id ?? 0 };
  const found = useSnags(
    { ...queryOf(wanted), page: 1, per_page: 1 },
    asked !== "import" && chosen !== undefined,
  );
  const total = found.isPlaceholderData ? undefined : found.data?.total;
  const isTooMany = asked !== "import" && asked.key === "pdf" && (total ?? 0) > limits.snag.report;
  const start = () => {
    if (chosen !== undefined) onImport(chosen);
    onClose();
  };
  return (
    <Modal
      title={t(asked === "import" ? "snags.export.import" : `snags.export.${asked.key}`)}
      size="sm"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t("common.cancel")}</Button>
          {asked === "import" ? (
            <Button variant="primary" isDisabled={chosen === undefined} onPress={start}>
              {t("common.next")}
            </Button>
          ) : total === undefined || total === 0 || isTooMany ? (
            <Button variant="primary" isDisabled>
              {t("snags.export.download")}
            </Button>
          ) : (
            <Link
              href={exportAddress(asked.format, wanted, lang)}
              download=""
              look={{ variant: "primary" }}
              onPress={onClose}
            >
              {t("snags.export.download")}
            </Link>
          )}
        </>
      }
    >
      <ProjectSelect
        label={t("snags.fields.project")}
        may={may}
        value={chosen?.id ?? null}
        onChange={setPicked}
      />
      {asked !== "import" && total !== undefined && (
        <p className="mt-3 text-sm text-ink-muted">
          {isTooMany
            ? t("snags.export.too_many", { n: limits.snag.report })
            : t("snags.export.of", { count: total })}
        </p>
      )}
    </Modal>
  );
}
