import { Map as MapIcon, Plus } from "lucide-react";
import { useId, useState } from "react";
import type { Project } from "#contract/projects.ts";
import type { Sheet } from "#contract/sheets.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { PictureCard } from "#web/ui/picture-card.tsx";
import { cardGrid } from "#web/ui/picture-grid.ts";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { AddSheetDialog } from "./add-sheet-dialog.tsx";
import { useSheets } from "./sheets.queries.ts";

/** The floor plans of one project in the list of all projects. */
export function ProjectSheets({ project }: { project: Pick<Project, "id" | "name" | "can"> }) {
  const t = useText();
  const heading = useId();
  const sheets = useSheets(project.id);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <section aria-labelledby={heading}>
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 id={heading} className="own-direction min-w-0 truncate text-lg font-strong">
          <Link href={`/project/${project.id}#plans`} look="plain" className="hover:underline">
            {project.name}
          </Link>
        </h2>
        {project.can["add_sheet"] === true && (
          <Button
            size="sm"
            variant="quiet"
            icon={Plus}
            aria-label={t("sheets.screen.add_to", { project: project.name })}
            onPress={() => setIsAdding(true)}
          >
            {t("sheets.add_short")}
          </Button>
        )}
      </div>
      {sheets.data !== undefined ? (
        <Sheets sheets={sheets.data} />
      ) : sheets.isError ? (
        <LoadFailure screen="sheets" error={sheets.error} onRetry={() => void sheets.refetch()} />
      ) : (
        <Outline className={cardGrid}>
          <Skeleton className="aspect-2/1 rounded-lg" />
        </Outline>
      )}
      {isAdding && (
        <AddSheetDialog
          projectId={project.id}
          onAdded={() => setIsAdding(false)}
          onClose={() => setIsAdding(false)}
        />
      )}
    </section>
  );
}

function Sheets({ sheets }: { sheets: readonly Sheet[] }) {
  const t = useText();
  if (sheets.length === 0) return <p className="text-ink-muted">{t("sheets.empty_title")}</p>;
  return (
    <ul className={cardGrid}>
      {sheets.map(({ id, name, floor, image, room_count }) => (
        <li key={id}>
          <PictureCard href={`/editsheet/${id}`} src={image} icon={MapIcon} title={name}>
            <p className="flex gap-1.5 text-ink-muted">
              {floor !== "" && floor !== name && <bdi className="min-w-0 truncate">{floor} ·</bdi>}
              <span className="shrink-0">{t("sheets.screen.rooms", { count: room_count })}</span>
            </p>
          </PictureCard>
        </li>
      ))}
    </ul>
  );
}
