import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ProjectVerb } from "#contract/choices.ts";
import type { Project } from "#contract/projects.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { positive } from "#web/lib/list-state.ts";
import { recall, remember, type storageKeys } from "#web/lib/storage.ts";

/** Offered before anything is typed; what was seen of them is there without a connection, too. */
const offered = 100;
/** Offered for what was typed: more letters narrow them. */
const found = 20;

interface Wanted {
  /** Only projects in which the caller may do this. */
  readonly may?: ProjectVerb | undefined;
  /** What was typed; the server searches all projects for it. */
  readonly letters?: string;
  readonly isWanted?: boolean;
}

/** The caller's projects by name, as many as a list offers; `total` counts all of them. */
export function useFoundProjects({ may, letters = "", isWanted = true }: Wanted = {}) {
  const isTyped = letters !== "";
  return useQuery({
    // What was typed is not kept for later.
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

/** Whether the caller may do this in any project; false until that is known. */
export const useMayAnywhere = (may: ProjectVerb): boolean => (useFoundProjects({ may }).data?.total ?? 0) > 0;

/** One project by its number. */
export function useProjectById(id: number | null) {
  return useQuery({
    queryKey: ["projects", "one", String(id)],
    enabled: id !== null,
    queryFn: ({ signal }) => call("GET /api/projects/{id}", { params: { id: String(id) } }, { signal }),
  });
}

/** Its name, empty while it is fetched; its number where it is not shown to the caller. */
export function useProjectName(id: number | null): string {
  const project = useProjectById(id);
  return project.data?.name ?? (project.isError ? `#${id}` : "");
}

/** Refused or not there, rather than out of reach for a moment. */
const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** The only project there is to choose; undefined where there are none or several. */
export const onlyOf = (
  page: { total: number; items: readonly Project[] } | undefined,
): Project | undefined => (page?.total === 1 ? page.items[0] : undefined);

/** The project that is named, else the only one there is. */
export function useNamedOrOnly(id: number | null): Project | undefined {
  const named = useProjectById(id).data;
  const { data } = useFoundProjects();
  return id === null ? onlyOf(data) : named;
}

/** Where the project that was looked at last is remembered. */
type ProjectKey = (typeof storageKeys)["progressProject" | "scheduleProject"];

interface ProjectAddress {
  /** What the path names as the project; null for what is no number. */
  readonly project: number | null;
  readonly isNamed: boolean;
  choose(project: number, isReplaced?: boolean): void;
}

/**
 * The project of a screen that shows one: what the address names; else what was looked at last, else the one walked
 * last, which the address says from then on.
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
    /** Says whether there is any project to show. */
    newest,
    // A word that is no number names no project: the server says so of 0.
    chosen: isNamed ? (project ?? 0) : null,
    project: shown.data,
  };
}

/**
 * The project that the path of a list names, unread: anybody can write an address. Until it is known, asking for
 * everything would show the wrong list for a moment.
 */
export function useProjectInPath(named: string | null) {
  const id = positive(named);
  const project = useProjectById(id);
  // Who looks at a public project from outside sees none of its lists.
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
