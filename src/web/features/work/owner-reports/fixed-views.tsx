import { Trash2 } from "lucide-react";
import type { OwnerReportSettings } from "#contract/owner-reports.ts";
import { useText } from "#web/lib/use-text.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

interface FixedViewsProps {
  views: OwnerReportSettings["views"];
  onChange: (views: OwnerReportSettings["views"]) => void;
}

/** Views that every report shows; they are added in the preview. Renders nothing without any. */
export function FixedViews({ views, onChange }: FixedViewsProps) {
  const t = useText();
  if (views.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-sm font-strong">{t("owner_reports.screen.views_title")}</legend>
      <ul className="flex flex-col gap-1">
        {views.map((view, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a view has no other name, and is only removed
          <li key={index} className="flex items-center justify-between gap-3 rounded-md bg-sunken ps-3">
            <bdi className="min-w-0 truncate text-sm">{view.name}</bdi>
            <IconButton
              icon={Trash2}
              label={t("owner_reports.screen.remove_view", { name: view.name })}
              onPress={() => onChange(views.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
