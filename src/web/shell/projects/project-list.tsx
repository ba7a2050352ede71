import { Check } from "lucide-react";
import { useState } from "react";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx, optionRow } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useFoundProjects } from "./projects.queries.ts";

/** From this many projects on a search field is shown. */
const many = 8;

export interface ProjectListProps {
  value: number | null;
  onChoose: (id: number | null) => void;
  /** Label of a first entry for all projects. Without it one must be selected. */
  everything?: string;
}

/** The caller's projects as a list to select from; the server searches all of them for the typed text. */
export function ProjectList({ value, onChoose, everything }: ProjectListProps) {
  const t = useText();
  const [letters, setLetters] = useState("");
  const all = useFoundProjects();
  const projects = useFoundProjects({ letters });
  if (projects.isPending) return <Skeleton className="h-72 w-full" />;
  if (projects.isError) return <p role="alert">{errorText(projects.error, t)}</p>;
  const choices = [
    ...(letters === "" && everything !== undefined ? [{ id: null, name: everything }] : []),
    ...projects.data.items,
  ];
  return (
    <div className="flex flex-col gap-2">
      {(all.data?.total ?? 0) > many && (
        <ListSearch label={t("common.search")} value={letters} onSearch={setLetters} />
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
              <span className={cx("own-direction min-w-0 flex-1 truncate", id === value && "font-strong")}>
                {name}
              </span>
              {id === value && <Icon of={Check} size="sm" className="text-accent-text" />}
            </button>
          </li>
        ))}
      </ul>
      {choices.length === 0 && <p className="px-2 text-ink-muted">{t("common.results", { count: 0 })}</p>}
    </div>
  );
}
