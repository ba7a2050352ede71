import { Boxes, FileDown, FileSpreadsheet, FileText, FileUp } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import type { SnagListState } from "./list-state.ts";
import { narrowingQuery, useProjectChoices } from "./snags.queries.ts";

const dialog = later(() => import("./import-dialog.tsx"));

/** What is filtered as papers, and a file of another program brought in. Reports are of one project each. */
export function ExportMenu({ state, total }: { state: SnagListState; total: number | undefined }) {
  const t = useText();
  const lang = useLanguage();
  const projects = useProjectChoices();
  const [isImporting, setIsImporting] = useState(false);
  const Dialog = useLater(dialog, isImporting)?.ImportDialog;
  const items = projects.data?.items ?? [];
  const [only] = items;
  const project =
    items.find(({ id }) => id === state.id_project) ?? (items.length === 1 && only ? only : undefined);
  const mayExport = project?.can["view_snags"] === true;
  const mayImport = project?.can["add_snag"] === true;
  const isTooMany = (total ?? 0) > limits.snag.report;
  const address = (kind: "pdf" | "xlsx" | "bcf", version?: "2.1" | "3.0") => {
    const query = {
      ...narrowingQuery(state),
      id_project: project?.id ?? 0,
      lang,
      ...(version && { version }),
    };
    const told = Object.entries(query).map(([name, value]) => [name, String(value)]);
    return `/api/annotations/report/${kind}?${new URLSearchParams(told)}`;
  };
  const isOff = !mayExport || total === 0 || total === undefined;
  const download = (kind: "pdf" | "xlsx" | "bcf", version?: "2.1" | "3.0", isReport = false) =>
    isOff || (isReport && isTooMany) ? { isDisabled: true } : { href: address(kind, version), download: "" };
  const note =
    project === undefined
      ? t("snags.export.project_first")
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
        <MenuItem icon={FileText} label={t("snags.export.pdf")} {...download("pdf", undefined, true)} />
        <MenuItem icon={FileSpreadsheet} label={t("snags.export.xlsx")} {...download("xlsx")} />
        <MenuItem icon={Boxes} label={t("snags.export.bcf_30")} {...download("bcf", "3.0")} />
        <MenuItem icon={Boxes} label={t("snags.export.bcf_21")} {...download("bcf", "2.1")} />
        <MenuSeparator />
        <MenuItem
          icon={FileUp}
          label={t("snags.export.import")}
          isDisabled={!mayImport}
          onAction={() => setIsImporting(true)}
        />
      </Menu>
      {Dialog && isImporting && project !== undefined && (
        <Dialog project={project} onClose={() => setIsImporting(false)} />
      )}
    </>
  );
}
