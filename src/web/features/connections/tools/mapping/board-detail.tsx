import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/select.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import type { ToolParts } from "../parts.ts";
import { StatusTable } from "./status-table.tsx";
import type { Mapping } from "./use-mapping.ts";

interface BoardDetailProps {
  mapping: Mapping;
  SnagMark: ToolParts["SnagMark"];
}

/** The selected section of the board, and the mapping of its statuses. */
export function BoardDetail({ mapping, SnagMark }: BoardDetailProps) {
  const t = useText();
  const { board, detail, there, statuses, isPlacedByStatus, isSameBoard, choice, setChoice } = mapping;
  if (board === null) return null;
  if (detail.isError)
    return (
      <p role="alert" className="flex flex-col items-start gap-2 text-sm text-ink-muted">
        {errorText(detail.error, t)}
        <Button size="sm" onPress={() => void detail.refetch()}>
          {t("common.retry")}
        </Button>
      </p>
    );
  if (detail.data === undefined) return <BoardSkeleton />;
  return (
    <>
      {!isPlacedByStatus && <SectionField mapping={mapping} />}
      <section aria-labelledby="tool-statuses" className="flex flex-col gap-3">
        <div>
          <h3 id="tool-statuses" className="text-sm font-strong">
            {t("tools.mapping.statuses")}
          </h3>
          <p className="text-sm text-ink-muted">{t("tools.mapping.statuses_text")}</p>
          {choice.statuses === undefined && !isSameBoard && (
            <p className="text-sm text-ink-muted">{t("tools.mapping.proposed")}</p>
          )}
        </div>
        <StatusTable
          board={detail.data.name}
          there={there}
          value={statuses}
          onChange={(next) => setChoice({ ...choice, statuses: next })}
          SnagMark={SnagMark}
        />
        {isPlacedByStatus && Object.values(statuses).includes(null) && <SectionField mapping={mapping} />}
      </section>
    </>
  );
}

function SectionField({
  mapping: { sections, section, isPlacedByStatus, choice, setChoice },
}: {
  mapping: Mapping;
}) {
  const t = useText();
  if (section === undefined) return null;
  return (
    <Select
      label={t(isPlacedByStatus ? "tools.mapping.section_elsewhere" : "tools.mapping.section")}
      options={sections.map(({ id, name: label }) => ({ value: id, label }))}
      value={section.id}
      onChange={(id) => setChoice({ ...choice, section: id })}
      className="sm:max-w-[calc(50%-0.75rem)]"
    />
  );
}

function BoardSkeleton() {
  return (
    <Outline className="flex flex-col gap-4">
      <Skeleton className="h-9 w-1/2" />
      <Skeleton className="h-64 w-full rounded-lg" />
    </Outline>
  );
}
