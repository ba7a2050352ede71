import { projectRoles, projectSorts } from "#contract/choices.ts";
import { choice, eitherWay, flag, listState, record, remembered, text } from "#web/lib/list-state.ts";
import { remember, storageKeys } from "#web/lib/storage.ts";
import { statuses } from "./project-status.tsx";
import type { ProjectFilter, ProjectNarrowing } from "./projects.queries.ts";

const views = ["grid", "table", "map"] as const;
export type ProjectView = (typeof views)[number];

export interface ProjectListState extends ProjectFilter {
  readonly view: ProjectView;
}

/** An address without a view uses the last one of this browser. */
export const projectList = listState<"GET /api/projects">()({
  search: text,
  status: choice(statuses, null),
  starred: flag,
  role: choice(projectRoles, null),
  active: eitherWay,
  validated: eitherWay,
  id_category: record,
  id_type: record,
  sort: choice(projectSorts, "updated"),
  view: remembered(choice(views, "grid"), storageKeys.projectsView),
});

const { page: _page, sort: _sort, view: _view, ...nothing } = projectList.plain;
/** Without any filter. */
export const allProjects: ProjectNarrowing = nothing;

/** Number of active filters; the search is not counted, since it is visible in its field. */
export const countFilters = (by: ProjectNarrowing): number =>
  Object.keys(projectList.narrowing({ ...by, search: "" })).length;

export function useListState(): [ProjectListState, (change: Partial<ProjectListState>) => void] {
  const [state, change] = projectList.use();
  return [
    state,
    (next) => {
      if (next.view !== undefined) remember(storageKeys.projectsView, next.view);
      change(next);
    },
  ];
}
