import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import type { SnagLink, Tool } from "#contract/tools.ts";
import { call, type Output } from "#web/lib/client.ts";
import { useProjectNews } from "#web/lib/use-project-news.ts";

export type ToolStanding = Output<"GET /api/tools/{tool}">;
export type MappedProject = Output<"GET /api/tools/{tool}/projects">[number];
export type SnagTools = Output<"GET /api/annotations/{id}/tools">;

export interface LinkFilter {
  readonly search: string;
  readonly project: number | null;
  readonly troubled: boolean;
  readonly page: number;
}

/** Every query about outside tools has the prefix `all`, so that one invalidation refreshes them. */
export const toolKeys = {
  all: ["tools"],
  one: (tool: Tool) => ["tools", "one", tool],
  boards: (tool: Tool, search: string) => ["tools", "boards", tool, search],
  board: (tool: Tool, board: string) => ["tools", "board", tool, board],
  projects: (tool: Tool) => ["tools", "projects", tool],
  links: (tool: Tool, filter: LinkFilter) => ["tools", "links", tool, filter],
  ofProject: (id: number) => ["tools", "of-project", id],
  ofSnag: (id: number) => ["tools", "of-snag", id],
} as const;

export const linksPerPage = 25;
/** Milliseconds between two polls while something is being sent, and otherwise: real time is only the faster way. */
const soon = 3000;
const later = 60_000;
/** Boards rarely change, and some tools limit the number of calls. */
const boardsHold = 300_000;

const paceOf = (links: readonly SnagLink[] | undefined) =>
  links?.some(({ state }) => state === "waiting") === true ? soon : later;

export function useTool(tool: Tool) {
  return useQuery({
    queryKey: toolKeys.one(tool),
    queryFn: ({ signal }) => call("GET /api/tools/{tool}", { params: { tool } }, { signal }),
  });
}

/** The boards of the caller's account. Fetched once; searched by name only where there are more than can be listed. */
export function useBoards(tool: Tool, letters: string) {
  const ask = (search: string) => ({
    queryKey: toolKeys.boards(tool, search),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(
        "GET /api/tools/{tool}/boards",
        { params: { tool }, query: { ...(search !== "" && { search }) } },
        { signal },
      ),
    staleTime: boardsHold,
  });
  const all = useQuery(ask(""));
  const isCut = all.data?.is_cut === true;
  const found = useQuery({
    ...ask(letters),
    enabled: isCut && letters !== "",
    placeholderData: keepPreviousData,
  });
  const folded = letters.toLocaleLowerCase();
  const items =
    isCut && letters !== ""
      ? (found.data?.items ?? [])
      : (all.data?.items ?? []).filter(({ name, place }) =>
          `${name} ${place}`.toLocaleLowerCase().includes(folded),
        );
  return { items, isCut, error: all.error, isPending: all.isPending, refetch: all.refetch };
}

export function useBoard(tool: Tool, board: string | null) {
  return useQuery({
    queryKey: toolKeys.board(tool, board ?? ""),
    enabled: board !== null,
    staleTime: boardsHold,
    queryFn: ({ signal }) =>
      call("GET /api/tools/{tool}/boards/{board}", { params: { tool, board: board ?? "" } }, { signal }),
  });
}

export function useMappedProjects(tool: Tool) {
  return useQuery({
    queryKey: toolKeys.projects(tool),
    queryFn: ({ signal }) => call("GET /api/tools/{tool}/projects", { params: { tool } }, { signal }),
    refetchInterval: later,
  });
}

export function useLinks(tool: Tool, filter: LinkFilter) {
  const { search, project, troubled, page } = filter;
  return useQuery({
    queryKey: toolKeys.links(tool, filter),
    queryFn: ({ signal }) =>
      call(
        "GET /api/tools/{tool}/links",
        {
          params: { tool },
          query: {
            page,
            per_page: linksPerPage,
            ...(search !== "" && { search }),
            ...(project !== null && { id_project: project }),
            ...(troubled && { troubled: 1 as const }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => paceOf(state.data?.items),
  });
}

const projectTools = (id: number) => ({
  queryKey: toolKeys.ofProject(id),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call("GET /api/projects/{id}/tools", { params: { id } }, { signal }),
});

export function useProjectTools(id: number) {
  return useQuery(projectTools(id));
}

/** For several projects: the boards of each, by project, once all of them are loaded. */
export function useToolsOfProjects(ids: readonly number[], isWanted: boolean) {
  return useQueries({
    queries: ids.map((id) => ({ ...projectTools(id), enabled: isWanted })),
    combine: (results) => ({
      isPending: results.some(({ isPending }) => isPending),
      boards: results.map(({ data }) => data ?? []),
    }),
  });
}

export function useSnagTools(id: number) {
  return useQuery({
    queryKey: toolKeys.ofSnag(id),
    queryFn: ({ signal }) => call("GET /api/annotations/{id}/tools", { params: { id } }, { signal }),
    refetchInterval: ({ state }) => paceOf(state.data?.links),
  });
}

/** Shows changes of a project's cards at once. */
export function useLinkNews(project: number): void {
  useProjectNews(project, ["snag.changed"], [toolKeys.all]);
}
