import { Boxes, FileDown, FileSpreadsheet, FileText, FileUp, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { useNamedOrOnly } from "#web/shell/projects/projects.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { exportAddress, exportFormats } from "./export-address.ts";
import type { SnagListState } from "./list-state.ts";

const importing = later(() => import("./import-dialog.tsx"));
const choosing = later(() => import("./export-project-dialog.tsx"));

export const exportIcons: Readonly<Record<(typeof exportFormats)[number]["key"], LucideIcon>> = {
  pdf: FileText,
  xlsx: FileSpreadsheet,
  bcf_30: Boxes,
  bcf_21: Boxes,
};

/** Action that needs a project to be selected: the download of a file, or an import. */
export type Asked = (typeof exportFormats)[number] | "import";

/**
 * Exports the filtered snags as documents, and imports a file of another program. Both concern a single project: with
 * all projects shown, a dialog asks for it.
 */
export function ExportMenu({ state, total }: { state: SnagListState; total: number | undefined }) {
  const t = useText();
  const lang = useLanguage();
  const project = useNamedOrOnly(state.id_project);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [target, setTarget] = useState<Project | null>(null);
  const ImportDialog = useLater(importing, target !== null)?.ImportDialog;
  const ExportProjectDialog = useLater(choosing, asked !== null)?.ExportProjectDialog;
  const isTooMany = project !== undefined && (total ?? 0) > limits.snag.report;
  const isOff =
    total === 0 || total === undefined || (project !== undefined && project.can["view_snags"] !== true);
  const actionOf = (wanted: (typeof exportFormats)[number]) =>
    isOff || (wanted.key === "pdf" && isTooMany)
      ? { isDisabled: true }
      : project === undefined
        ? { onAction: () => setAsked(wanted) }
        : { href: exportAddress(wanted.format, { ...state, id_project: project.id }, lang), download: "" };
  const note =
    project === undefined
      ? t("snags.export.project_asked")
      : isTooMany
        ? t("snags.export.too_many", { n: limits.snag.report })
        : t("snags.export.of", { count: total ?? 0 });
  return (
    <>
      <Menu
        label={t("snags.export.title")}
        header={<p className="max-w-64 px-3.5 pt-3 pb-1 text-xs text-ink-muted">{note}</p>}
        trigger={<Button icon={FileDown}>{t("snags.export.title")}</Button>}
      >
        {exportFormats.map((wanted) => (
          <MenuItem
            key={wanted.key}
            icon={exportIcons[wanted.key]}
            label={t(`snags.export.${wanted.key}`)}
            {...actionOf(wanted)}
          />
        ))}
        <MenuSeparator />
        <MenuItem
          icon={FileUp}
          label={t("snags.export.import")}
          isDisabled={project !== undefined && project.can["add_snag"] !== true}
          onAction={() => (project === undefined ? setAsked("import") : setTarget(project))}
        />
      </Menu>
      {ExportProjectDialog && asked !== null && (
        <ExportProjectDialog
          asked={asked}
          state={state}
          onImport={setTarget}
          onClose={() => setAsked(null)}
        />
      )}
      {ImportDialog && target !== null && <ImportDialog project={target} onClose={() => setTarget(null)} />}
    </>
  );
}
