import { Tags } from "lucide-react";
import { useState } from "react";
import { categoryFailureText } from "#web/lib/category-failure.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { DeleteDialog } from "#web/shell/delete/delete-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { AddName } from "./add-name.tsx";
import { type NameKind, type NameRow, useNames, useRemoveName } from "./categories.queries.ts";
import { NameItem } from "./name-item.tsx";
import { kindTexts } from "./texts.ts";

/** One of the two lists, with the field for a new name above it. */
export function NamesCard({ kind, filter }: { kind: NameKind; filter: string }) {
  const t = useText();
  const names = useNames(kind);
  const remove = useRemoveName(kind);
  const [leaving, setLeaving] = useState<NameRow | null>(null);
  const texts = kindTexts[kind];
  return (
    <Card
      title={t(texts.title)}
      actions={
        names.data !== undefined && (
          <span className="pe-2 text-xs text-ink-muted tabular-nums">
            {t(texts.count, { count: names.data.length })}
          </span>
        )
      }
      isPadded={false}
    >
      <div className="px-4 pb-4">
        <p className="mb-4 text-ink-muted">{t(texts.text)}</p>
        <AddName kind={kind} />
      </div>
      {names.isPending ? (
        <NamesSkeleton />
      ) : names.data === undefined ? (
        <div role="alert" className="flex flex-col items-start gap-3 border-t border-line p-4">
          <p>{kind === "category" ? categoryFailureText(names.error, t) : errorText(names.error, t)}</p>
          <Button onPress={() => void names.refetch()}>{t("common.retry")}</Button>
        </div>
      ) : names.data.length === 0 ? (
        <EmptyState
          icon={Tags}
          title={t(texts.empty)}
          text={t(texts.emptyText)}
          className="border-t border-line py-10"
        />
      ) : (
        <Names kind={kind} names={names.data} filter={filter} onDelete={setLeaving} />
      )}
      {leaving !== null && (
        <DeleteDialog
          title={t(texts.question, { name: leaving.name })}
          confirmLabel={t("categories.delete_confirm")}
          done={t("categories.deleted", { name: leaving.name })}
          onDelete={() => remove.mutateAsync(leaving.id)}
          onClose={() => setLeaving(null)}
        >
          {t("categories.delete_text", { count: leaving.project_count })}
        </DeleteDialog>
      )}
    </Card>
  );
}

interface NamesProps {
  kind: NameKind;
  names: readonly NameRow[];
  filter: string;
  onDelete: (row: NameRow) => void;
}

function Names({ kind, names, filter, onDelete }: NamesProps) {
  const t = useText();
  const wanted = filter.trim().toLocaleLowerCase();
  const shown = names.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  if (shown.length === 0)
    return (
      <p className="border-t border-line px-4 py-6 text-center text-ink-muted">
        {t("categories.no_match", { text: filter.trim() })}
      </p>
    );
  return (
    <ul aria-label={t(kindTexts[kind].title)} className="divide-y divide-line border-t border-line">
      {shown.map((row) => (
        <NameItem key={row.id} kind={kind} row={row} onDelete={() => onDelete(row)} />
      ))}
    </ul>
  );
}

function NamesSkeleton() {
  return (
    <Outline className="block divide-y divide-line border-t border-line">
      {["w-32", "w-44", "w-24", "w-36"].map((width) => (
        <div key={width} className="flex h-13 items-center px-4">
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </Outline>
  );
}
