import { Box, FileText, MapIcon } from "lucide-react";
import type { AutodeskSheet } from "#contract/autodesk.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Facts, rowLook } from "../rows.tsx";

interface DrawingRowProps {
  drawing: AutodeskSheet;
  /** Null where nothing can be imported at all. */
  choice: { isChosen: boolean; onChoose: (isOn: boolean) => void } | null;
  /** Address of its view; null where there is none. */
  model: string | null;
}

/** A drawing by number and title, with the set it was issued in, and the floor plan that was imported from it. */
export function DrawingRow({ drawing, choice, model }: DrawingRowProps) {
  const t = useText();
  const format = useFormat();
  const { number, title, version_set, issued_on, id_sheet, can_import } = drawing;
  const name = [number, title].filter((part) => part !== "").join(" ");
  const facts = [
    version_set,
    ...(issued_on === null ? [] : [format.date(issued_on)]),
    ...(choice !== null && !can_import ? [t("autodesk.sheets.cannot")] : []),
  ];
  return (
    <li className={cx(rowLook, "flex-wrap", choice?.isChosen === true && "bg-accent-soft")}>
      {choice === null ? (
        <Icon of={FileText} className="text-ink-muted" />
      ) : (
        <Checkbox
          aria-label={t("autodesk.sheets.choose", { name })}
          isSelected={choice.isChosen}
          isDisabled={!can_import}
          onChange={choice.onChoose}
        />
      )}
      <span className="min-w-0 flex-1 basis-40">
        <span className="flex min-w-0 gap-2">
          <bdi className="min-w-14 shrink-0 font-strong tabular-nums rtl:text-right">{number}</bdi>
          <bdi className="truncate">{title}</bdi>
        </span>
        <Facts of={facts} />
      </span>
      {id_sheet !== null && (
        <Link
          href={`/editsheet/${id_sheet}`}
          look="plain"
          aria-label={t("autodesk.sheets.to_plan", { name })}
          className="hit-area rounded-full max-md:order-last max-md:basis-full max-md:ps-7.5"
        >
          <Chip tone="ok" icon={MapIcon}>
            {t("autodesk.sheets.brought")}
          </Chip>
        </Link>
      )}
      {model !== null && (
        <Link
          href={model}
          aria-label={t("autodesk.models.open_named", { name })}
          look={{ variant: "quiet", size: "sm" }}
        >
          <Icon of={Box} size="sm" />
          <span className="max-md:sr-only">{t("autodesk.models.open")}</span>
        </Link>
      )}
    </li>
  );
}
