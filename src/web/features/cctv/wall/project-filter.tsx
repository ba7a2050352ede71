import type { Project } from "#contract/projects.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { FilterChipButton } from "#web/ui/filter-chips.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";

interface ProjectFilterProps {
  projects: readonly Project[];
  chosen: number | null;
  onChoose: (project: number | null) => void;
}

/** The cameras of one project, or of all. */
export function ProjectFilter({ projects, chosen, onChoose }: ProjectFilterProps) {
  const t = useText();
  const project = projects.find(({ id }) => id === chosen);
  if (project !== undefined)
    return (
      <Chip tone="accent" onRemove={() => onChoose(null)} className="h-8 px-3 text-sm touch:h-11">
        {project.name}
      </Chip>
    );
  if (projects.length < 2) return null;
  return (
    <Menu
      label={t("cctv.project_filter")}
      placement="bottom start"
      trigger={<FilterChipButton label={t("cctv.wall.project")} />}
    >
      {projects.map(({ id, name }) => (
        <MenuItem key={id} id={id} label={name} onAction={() => onChoose(id)} />
      ))}
    </Menu>
  );
}
