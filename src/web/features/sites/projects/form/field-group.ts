import type { Category } from "#contract/projects.ts";
import type { Draft } from "#web/lib/draft.ts";
import type { ProjectValues } from "./project-draft.ts";

/** What each group of fields is given. */
export interface FieldGroupProps {
  draft: Draft<ProjectValues>;
  /** Leaves out the marks of changed fields: in a new one all are. */
  isNew?: boolean;
  isDisabled?: boolean;
}

export interface BasicFieldsProps extends FieldGroupProps {
  /** Categories of the project, by name. */
  known?: readonly Category[];
}

/** Whether the field carries the mark of a changed one. */
export const isMarked = ({ draft, isNew = false }: FieldGroupProps, field: keyof ProjectValues) =>
  !isNew && draft.has(field);
