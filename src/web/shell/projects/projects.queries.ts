import { keepPreviousData, type QueryClient, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ProjectVerb } from "#contract/choices.ts";
import type { Project } from "#contract/projects.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { positive } from "#web/lib/list-state.ts";
import { recall, remember, type storageKeys } from "#web/lib/storage.ts";

/** Offered before anything is typed; also available without a connection if loaded before. */
const offered = 100;
/** Offered for a typed search: more letters narrow them. */
const found = 20;

interface Wanted {
  /** Only projects in which the caller has this permission. */
  readonly may?: ProjectVerb | undefined;
  /** The typed search; the server applies it to all projects. */
  readonly letters?: string;
  readonly isWanted?: boolean;
}

/** The caller's projects by name, as many as a list offers; `total` counts all of them. */
export function useFoundProjects({ may, letters = "", isWanted = true }: Wanted = {}) {
  const isTyped = letters !== "";
  return useQuery({
    // Results of a typed search are not persisted.
    queryKey: [...(isTyped ? ["search", "projects", letters] : ["projects", "found"]), may ?? null],
    enabled: isWanted,
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects",
        {
          query: {
            per_page: isTyped ? found : offered,
            sort: "name",
            ...(may !== undefined && { may }),
            ...(isTyped && { search: letters }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Whether the caller has this permission in any project; false until that is known. */
export const useMayAnywhere = (may: ProjectVerb): boolean => (useFoundProjects({ may }).data?.total ?? 0) > 0;

/** One project by its id. */
export function useProjectById(id: number | null) {
  return useQuery({
    queryKey: ["projects", "one", String(id)],
    enabled: id !== null,
    queryFn: ({ signal }) => call("GET /api/projects/{id}", { params: { id: String(id) } }, { signal }),
  });
}

/** A project's name: empty while it loads, the id when the caller may not see it. */
export function useProjectName(id: number | null): string {
  const project = useProjectById(id);
  return project.data?.name ?? (project.isError ? `#${id}` : "");
}

/** The name as far as it was loaded; empty otherwise. For what is kept on this device without a connection. */
export function projectNameOf(client: QueryClient, id: number | null): string {
  const one = client.getQueryData<Project>(["projects", "one", String(id)]);
  const lists = client.getQueriesData<{ items: readonly Project[] }>({ queryKey: ["projects", "found"] });
  const listed = lists.flatMap(([, page]) => page?.items ?? []).find((project) => project.id === id);
  return one?.name ?? listed?.name ?? "";
}

/** True when refused or not found, as opposed to temporarily unreachable. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && [400, 403, 404, 422].includes(error.status);

/** The only project available; undefined where there are none or several. */
export const onlyOf = (
  page: { total: number; items: readonly Project[] } | undefined,
): Project | undefined => (page?.total === 1 ? page.items[0] : undefined);

/** The given project, else the only one there is. */
export function useNamedOrOnly(id: number | null): Project | undefined {
  const named = useProjectById(id).data;
  const { data } = useFoundProjects();
  return id === null ? onlyOf(data) : named;
}

/** Storage key of the project viewed last. */
type ProjectKey = (typeof storageKeys)["progressProject" | "scheduleProject"];

interface ProjectAddress {
  /** The project id in the path; null when it is not a number. */
  readonly project: number | null;
  readonly isNamed: boolean;
  choose(project: number, isReplaced?: boolean): void;
}

/**
 * The project of a single-project screen: the one in the URL; else the one viewed last, else the one with the newest
 * visit, which is then written into the URL.
 */
export function useProjectOfScreen(
  { project, isNamed, choose }: ProjectAddress,
  key: ProjectKey,
  isWanted = true,
) {
  const newest = useQuery({
    queryKey: ["projects", "newest"],
    enabled: isWanted,
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects",
        { query: { per_page: 1, sort: "last_visit", may: "view_visits" } },
        { signal },
      ),
  });
  const last = Number(recall(key)) || null;
  const before = useProjectById(isNamed || !isWanted ? null : last);
  const shown = useProjectById(isNamed && isWanted ? project : null);
  const isSettled = last === null || before.isFetched;
  const seen = before.data?.can["view_visits"] === true ? before.data : newest.data?.items[0];
  const fallback = isNamed || !isSettled ? undefined : seen?.id;
  useEffect(() => {
    if (fallback !== undefined) choose(fallback, true);
  });
  useEffect(() => {
    if (project !== null) remember(key, String(project));
  }, [key, project]);
  return {
    /** Determines whether there is any project to show. */
    newest,
    // A segment that is not a number names no project: the server reports that for 0.
    chosen: isNamed ? (project ?? 0) : null,
    project: shown.data,
  };
}

/**
 * The project in the path of a list, unvalidated: a URL can contain anything. Until it is known, requesting all
 * projects would show the wrong list for a moment.
 */
export function useProjectInPath(named: string | null) {
  const id = positive(named);
  const project = useProjectById(id);
  // A viewer of a public project who is not a member sees none of its lists.
  const chosen = project.data?.can["follow"] === true ? project.data : undefined;
  const isMissing =
    named !== null &&
    (id === null || isUnknown(project.error) || (project.isSuccess && chosen === undefined));
  return {
    chosen,
    isUnknown: isMissing,
    isAll: named === null || isMissing,
    error: project.isError && !isMissing ? project.error : null,
    retry: () => void project.refetch(),
  };
}
