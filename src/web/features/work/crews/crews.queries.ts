import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Crew, CrewLink } from "#contract/crews.ts";
import type { Route } from "#contract/index.ts";
import type crews from "#i18n/en/work/crews.json";
import type screens from "#i18n/en/work/crews.screens.json";
import { type Body, call, quiet } from "#web/lib/client.ts";
import { flag, listState, text } from "#web/lib/list-state.ts";

declare module "#web/lib/text-keys.ts" {
  interface Texts {
    crews: Omit<typeof crews, "elsewhere"> & { screens: Omit<typeof screens, "elsewhere"> };
  }
  interface Elsewhere {
    crews: (typeof crews)["elsewhere"];
    crews_screens: (typeof screens)["elsewhere"];
  }
}

export const crewsPerPage = 25;

export const crewList = listState<"GET /api/crews">()({ search: text, archived: flag });
export type CrewListState = typeof crewList.plain;

export function useCrews(project: number | null, state: CrewListState) {
  return useQuery({
    // Results of a typed search are not persisted.
    queryKey: [state.search === "" ? "crews" : "search", "crews", "list", project, state],
    enabled: project !== null,
    queryFn: ({ signal }) =>
      call(
        "GET /api/crews",
        {
          query: {
            ...crewList.narrowing(state),
            page: state.page,
            per_page: crewsPerPage,
            ...(project !== null && { id_project: project }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** The links of a crew's people in a project. */
export const useCrewLinks = (project: number, crew: number) =>
  useQuery({
    queryKey: ["crews", "links", project, crew],
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects/{id}/crew-links",
        { params: { id: project }, query: { id_crew: crew, per_page: 100 } },
        { signal },
      ),
  });

export const useLinkSettings = (project: number | null) =>
  useQuery({
    queryKey: ["crews", "settings", project],
    enabled: project !== null,
    queryFn: ({ signal }) =>
      call("GET /api/projects/{id}/crew-settings", { params: { id: project ?? 0 } }, { signal }),
  });

/** Answers to a snag; the key is that of snags, which are reloaded when one changes. */
export const useAnswers = (snag: number) =>
  useQuery({
    queryKey: ["snags", "answers", snag],
    queryFn: ({ signal }) => call("GET /api/annotations/{id}/answers", { params: { id: snag } }, { signal }),
  });

type LinkRoute = Extract<Route, `POST /api/projects/{id}/crew-links/{person}/${"send" | "renew" | "revoke"}`>;

/** Changes of crews and links; each loads what is shown again. */
export function useCrewChanges() {
  const client = useQueryClient();
  const refresh = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ["crews"] }),
      client.invalidateQueries({ queryKey: ["search", "crews"] }),
      client.invalidateQueries({ queryKey: ["snags"] }),
    ]);
  };
  const then = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    await refresh();
    return result;
  };
  const link = (route: LinkRoute) => (id: number, person: number) =>
    then<CrewLink>(call(route, { params: { id, person }, body: {} }, quiet));
  return {
    create: (body: Body<"POST /api/crews">) => then<Crew>(call("POST /api/crews", { body }, quiet)),
    update: (id: number, body: Body<"PUT /api/crews/{id}">) =>
      then<Crew>(call("PUT /api/crews/{id}", { params: { id }, body }, quiet)),
    remove: (id: number) => then(call("DELETE /api/crews/{id}", { params: { id } }, quiet)),
    attach: (id: number, crew: number) =>
      then<Crew>(call("PUT /api/projects/{id}/crews/{crew}", { params: { id, crew }, body: {} }, quiet)),
    detach: (id: number, crew: number) =>
      then(call("DELETE /api/projects/{id}/crews/{crew}", { params: { id, crew } }, quiet)),
    addPerson: (id: number, body: Body<"POST /api/crews/{id}/people">) =>
      then<Crew>(call("POST /api/crews/{id}/people", { params: { id }, body }, quiet)),
    updatePerson: (id: number, person: number, body: Body<"PUT /api/crews/{id}/people/{person}">) =>
      then<Crew>(call("PUT /api/crews/{id}/people/{person}", { params: { id, person }, body }, quiet)),
    removePerson: (id: number, person: number) =>
      then<Crew>(call("DELETE /api/crews/{id}/people/{person}", { params: { id, person } }, quiet)),
    /** Only reads with `check`. */
    importPeople: (id: number, body: Body<"POST /api/crews/{id}/people/import">) =>
      then(call("POST /api/crews/{id}/people/import", { params: { id }, body }, quiet)),
    saveSettings: (id: number, body: Body<"PUT /api/projects/{id}/crew-settings">) =>
      then(call("PUT /api/projects/{id}/crew-settings", { params: { id }, body }, quiet)),
    share: (id: number, person: number) =>
      call("POST /api/projects/{id}/crew-links/{person}/share", { params: { id, person }, body: {} }, quiet),
    send: link("POST /api/projects/{id}/crew-links/{person}/send"),
    renew: link("POST /api/projects/{id}/crew-links/{person}/renew"),
    revoke: link("POST /api/projects/{id}/crew-links/{person}/revoke"),
  };
}
