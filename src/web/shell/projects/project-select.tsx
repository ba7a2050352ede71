import { useEffect, useEffectEvent, useState } from "react";
import type { ProjectVerb } from "#contract/choices.ts";
import type { Project } from "#contract/projects.ts";
import type { FieldTexts } from "#web/ui/field.tsx";
import { FoundSelect } from "#web/ui/found-select.tsx";
import { isUnknown, useFoundProjects, useProjectById } from "./projects.queries.ts";

export interface ProjectSelectProps extends FieldTexts {
  value: number | null;
  /** Null for all projects, where `everything` offers them. */
  onChange: (project: Project | null) => void;
  /** Only projects in which the caller has this permission. */
  may?: ProjectVerb;
  /** Label of a first entry for all projects. Without it one must be selected. */
  everything?: string;
  /** Shown at the field when there is no project to select. */
  none?: string;
  except?: readonly number[];
  /** The second line of a project; its location by default. */
  noteOf?: (project: Project) => string;
  isDisabled?: boolean;
  placeholder?: string;
  className?: string;
}

/**
 * Selects one of all the caller's projects, however many: the server searches by the typed text. A project that does not
 * exist for the caller, or in which the permission is missing, is not selected; a required field deselects it.
 */
export function ProjectSelect({
  value,
  onChange,
  may,
  none,
  except = [],
  noteOf = ({ location }) => location,
  everything,
  error,
  ...field
}: ProjectSelectProps) {
  const [letters, setLetters] = useState("");
  const [picked, setPicked] = useState<Project>();
  const projects = useFoundProjects({ may, letters });
  const items = (projects.data?.items ?? []).filter(({ id }) => !except.includes(id));
  const listed = projects.isPending ? undefined : items;
  const known = [picked, ...items].find((one) => one?.id === value);
  const named = useProjectById(known === undefined && !projects.isPending ? value : null);
  const chosen = known ?? named.data;
  const isRefused =
    chosen === undefined ? isUnknown(named.error) : may !== undefined && chosen.can[may] === false;
  // A form would send what it does not show.
  const isDropped = isRefused && field.isRequired === true;
  const drop = useEffectEvent(() => onChange(null));
  useEffect(() => {
    if (isDropped) drop();
  }, [isDropped]);
  const hasNone = none !== undefined && letters === "" && projects.data?.total === 0;
  return (
    <FoundSelect
      {...field}
      error={error ?? (hasNone ? none : undefined)}
      value={isRefused ? null : value}
      valueName={chosen?.name ?? ""}
      onAsk={setLetters}
      onChange={(id) => {
        const next = items.find((one) => one.id === id);
        setPicked(next);
        onChange(next ?? null);
      }}
      found={listed?.map((project) => {
        const note = noteOf(project);
        return { id: project.id, name: project.name, ...(note !== "" && { note }) };
      })}
      {...(everything !== undefined && { everything })}
    />
  );
}
