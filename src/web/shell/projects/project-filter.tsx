import { Chip } from "#web/ui/chip.tsx";
import { FilterChipButton } from "#web/ui/filter-chips.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Popover } from "#web/ui/popover.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { ProjectListProps } from "./project-list.tsx";
import { useFoundProjects, useProjectName } from "./projects.queries.ts";

const list = later(() => import("./project-list.tsx"));

interface ProjectFilterProps {
  label: string;
  /** On the button; the label where nothing shorter is said. */
  short?: string;
  chosen: number | null;
  onChoose: (project: number | null) => void;
}

/** Narrows a list to one of the caller's projects. Not offered to who has none. */
export function ProjectFilter({ label, short = label, chosen, onChoose }: ProjectFilterProps) {
  const name = useProjectName(chosen);
  const { data } = useFoundProjects();
  if (chosen !== null)
    return (
      <Chip tone="accent" onRemove={() => onChoose(null)} className="h-8 px-3 text-sm touch:h-11">
        {name === "" ? "…" : name}
      </Chip>
    );
  if (data === undefined || data.total === 0) return null;
  return (
    <Popover
      label={label}
      trigger={<FilterChipButton label={short} />}
      className="max-h-[inherit] w-80 max-w-full overflow-y-auto"
    >
      {(close) => (
        <ProjectListLater
          value={null}
          onChoose={(id) => {
            close();
            onChoose(id);
          }}
        />
      )}
    </Popover>
  );
}

/** A `ProjectList`, fetched when it is shown. */
export function ProjectListLater(props: ProjectListProps) {
  const List = useLater(list, true)?.ProjectList;
  return List ? <List {...props} /> : <Skeleton className="h-72 w-full" />;
}
