import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Select } from "#web/ui/select.tsx";
import { exportAddress } from "./export-address.ts";
import type { Asked } from "./export-menu.tsx";
import type { SnagListState } from "./list-state.ts";
import { queryOf } from "./snag-query.ts";
import { useSnags } from "./snags.queries.ts";

interface ExportProjectDialogProps {
  asked: Asked;
  state: SnagListState;
  projects: readonly Project[];
  onImport: (project: Project) => void;
  onClose: () => void;
}

/** Which project: reports, exports and imports are of one each. */
export function ExportProjectDialog({ asked, state, projects, onImport, onClose }: ExportProjectDialogProps) {
  const t = useText();
  const lang = useLanguage();
  const right = asked === "import" ? "add_snag" : "view_snags";
  const open = projects.filter(({ can }) => can[right] === true);
  const [chosen, setChosen] = useState<Project | undefined>(open[0]);
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
      <Select
        label={t("snags.fields.project")}
        options={open.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen === undefined ? "" : String(chosen.id)}
        onChange={(id) => setChosen(open.find((project) => String(project.id) === id))}
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
