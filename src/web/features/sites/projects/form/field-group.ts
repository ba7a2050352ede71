import type { Category } from "#contract/projects.ts";
import type { Draft } from "#web/lib/draft.ts";
import type { ProjectValues } from "./project-draft.ts";

/** Props of every group of fields. */
export interface FieldGroupProps {
  draft: Draft<ProjectValues>;
  /** Omits the marks of changed fields: in a new project all are. */
  isNew?: boolean;
  isDisabled?: boolean;
}

export interface BasicFieldsProps extends FieldGroupProps {
  /** Categories of the project, by name. */
  known?: readonly Category[];
}

/** Whether the field is marked as changed. */
export const isMarked = ({ draft, isNew = false }: FieldGroupProps, field: keyof ProjectValues) =>
  !isNew && draft.has(field);
