import { Check } from "lucide-react";
import { useState } from "react";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx, optionRow } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useProjectChoices } from "./snags.queries.ts";

/** From so many on they are searched rather than looked through. */
const many = 8;

/** All projects, or one of them. */
export function ProjectList({
  value,
  onChoose,
  hasAll = true,
}: {
  value: number | null;
  onChoose: (id: number | null) => void;
  /** `false` where one has to be chosen. */
  hasAll?: boolean;
}) {
  const t = useText();
  const projects = useProjectChoices();
  const [search, setSearch] = useState("");
  if (projects.isPending) return <Skeleton className="h-72 w-full" />;
  if (projects.isError) return <p role="alert">{errorText(projects.error, t)}</p>;
  const wanted = search.trim().toLocaleLowerCase();
  const found = projects.data.items.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const choices = [
    ...(wanted === "" && hasAll ? [{ id: null, name: t("snags.filters.any_project") }] : []),
    ...found.map(({ id, name }) => ({ id, name })),
  ];
  return (
    <div className="flex flex-col gap-2">
      {projects.data.items.length > many && (
        <SearchField label={t("common.search")} value={search} onChange={setSearch} />
      )}
      <ul className="-mx-1 flex max-h-80 flex-col overflow-auto">
        {choices.map(({ id, name }) => (
          <li key={id ?? 0}>
            <button
              type="button"
              aria-pressed={id === value}
              onClick={() => onChoose(id)}
              className={cx(optionRow, "text-start hover:bg-hover focus-visible:bg-hover")}
            >
              <bdi className={cx("min-w-0 flex-1 truncate", id === value && "font-strong")}>{name}</bdi>
              {id === value && <Icon of={Check} size="sm" className="text-accent-text" />}
            </button>
          </li>
        ))}
      </ul>
      {choices.length === 0 && <p className="px-2 text-ink-muted">{t("common.results", { count: 0 })}</p>}
    </div>
  );
}
