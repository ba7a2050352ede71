import { Chip } from "#web/ui/chip.tsx";
import { FilterChipButton } from "#web/ui/filter-chips.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { ProjectListLater } from "./project-list-later.tsx";
import { useFoundProjects, useProjectName } from "./projects.queries.ts";

interface ProjectFilterProps {
  label: string;
  /** Label on the button; `label` by default. */
  short?: string;
  chosen: number | null;
  onChoose: (project: number | null) => void;
}

/** Narrows a list to one of the caller's projects. Not offered to a user without projects. */
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
