import { Map as MapIcon, Plus } from "lucide-react";
import { useState } from "react";
import type { Project } from "#contract/projects.ts";
import type { Sheet } from "#contract/sheets.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { AddSheetDialog } from "./add-sheet-dialog.tsx";
import { PlansSkeleton } from "./plans-skeleton.tsx";
import { SheetPlan } from "./sheet-plan.tsx";
import { useSheetNews, useSheets } from "./sheets.queries.ts";

/** The floor plans of a project with a pin at each photo position, in the colour of the newest photo's age. */
export function PlansPanel({ project }: { project: Project }) {
  const t = useText();
  const sheets = useSheets(project.id);
  const [chosen, setChosen] = useState<number | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  useSheetNews(project.id);
  if (sheets.isPending) return <PlansSkeleton />;
  const mayAdd = project.can["add_sheet"] === true;
  // Keeps showing loaded data while a refetch fails.
  const sheet = sheets.data?.find(({ id }) => id === chosen) ?? sheets.data?.[0];
  return (
    <Card
      title={t("sheets.title")}
      actions={
        mayAdd &&
        sheet !== undefined && (
          <Button size="sm" variant="quiet" icon={Plus} onPress={() => setIsAdding(true)}>
            {t("sheets.add_short")}
          </Button>
        )
      }
    >
      {sheet !== undefined ? (
        <>
          <SheetChoice sheets={sheets.data ?? []} sheet={sheet} onChoose={setChosen} />
          <SheetPlan key={sheet.id} sheet={sheet} />
        </>
      ) : sheets.isError ? (
        <LoadFailure screen="sheets" error={sheets.error} onRetry={() => void sheets.refetch()} />
      ) : (
        <NoPlans mayAdd={mayAdd} onAdd={() => setIsAdding(true)} />
      )}
      {isAdding && (
        <AddSheetDialog projectId={project.id} onAdded={setChosen} onClose={() => setIsAdding(false)} />
      )}
    </Card>
  );
}

function SheetChoice({
  sheets,
  sheet,
  onChoose,
}: {
  sheets: readonly Sheet[];
  sheet: Sheet;
  onChoose: (id: number) => void;
}) {
  const t = useText();
  return (
    <div className="mb-3 flex items-center justify-between gap-3">
      {sheets.length > 1 ? (
        <div className="min-w-0 overflow-x-auto">
          <SegmentedControl
            label={t("sheets.choose")}
            value={String(sheet.id)}
            onChange={(id) => onChoose(Number(id))}
            segments={sheets.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </div>
      ) : (
        <bdi className="min-w-0 truncate font-strong">{sheet.name}</bdi>
      )}
      <Link href={`/editsheet/${sheet.id}`} className="shrink-0">
        {t(sheet.can["edit"] === true ? "sheets.edit_plan" : "sheets.open_plan")}
      </Link>
    </div>
  );
}

function NoPlans({ mayAdd, onAdd }: { mayAdd: boolean; onAdd: () => void }) {
  const t = useText();
  return (
    <EmptyState
      icon={MapIcon}
      title={t("sheets.empty_title")}
      text={t(mayAdd ? "sheets.empty_text" : "sheets.empty_guest_text")}
      action={
        mayAdd && (
          <Button variant="primary" icon={Plus} onPress={onAdd}>
            {t("sheets.add_title")}
          </Button>
        )
      }
    />
  );
}
