import { useParams, useRouter, useRouterState } from "@tanstack/react-router";
import { positive } from "#web/lib/list-state.ts";
import { useFoundProjects } from "#web/shell/projects/projects.queries.ts";

/** Whether snags of several projects are shown together. */
export function useIsOfAll(): boolean {
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  const projects = useFoundProjects();
  return !new URLSearchParams(search).has("id_project") && (projects.data?.total ?? 0) > 1;
}

/** Whether a snag was opened from its list on this page: then closing it goes back in the history. */
let wasOpenedHere = false;

/** The open snag in the address, beside the list. */
export function useOpenSnag() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const router = useRouter();
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  const open = positive(id);
  const hrefOf = (snag: number) => `/snags/${snag}${search}`;
  return {
    id: open,
    hrefOf,
    open(snag: number): void {
      if (open === null) {
        wasOpenedHere = true;
        router.history.push(hrefOf(snag));
      } else router.history.replace(hrefOf(snag));
    },
    close(): void {
      if (wasOpenedHere && router.history.canGoBack()) router.history.back();
      else router.history.replace(`/snags${search}`);
      wasOpenedHere = false;
    },
  };
}
