import { ChevronLeft, ChevronRight } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { IconButton } from "./icon-button.tsx";

export interface PagerProps {
  /** From 1. */
  page: number;
  perPage: number;
  total: number;
  /** There are more than `total`, uncounted; `isLast` where this page ends them. */
  isMore?: boolean;
  isLast?: boolean;
  onChange: (page: number) => void;
}

/** Pagination of a list; renders nothing while everything fits on one page. */
export function Pager({ page, perPage, total, isMore = false, isLast = false, onChange }: PagerProps) {
  const t = useText();
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (pages === 1) return null;
  return (
    <nav aria-label={t("common.pages")} className="mt-8 flex items-center justify-center gap-3 text-sm">
      <IconButton
        icon={ChevronLeft}
        className="print:hidden"
        points
        label={t("common.previous_page")}
        isDisabled={page <= 1}
        onPress={() => onChange(page - 1)}
      />
      <span data-tabular className="text-ink-muted">
        {t(isMore ? "common.page_of_more" : "common.page_of", { page, pages })}
      </span>
      <IconButton
        icon={ChevronRight}
        className="print:hidden"
        points
        label={t("common.next_page")}
        isDisabled={isMore ? isLast : page >= pages}
        onPress={() => onChange(page + 1)}
      />
    </nav>
  );
}
