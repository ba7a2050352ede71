import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { LabelLayout } from "#contract/spot-codes.labels.ts";
import type spotCodes from "#i18n/en/media/spot_codes.json";
import { call, quiet } from "#web/lib/client.ts";
import { eitherWay, type Field, listState, text } from "#web/lib/list-state.ts";

declare module "#web/lib/text-keys.ts" {
  interface Texts {
    spot_codes: Omit<typeof spotCodes, "elsewhere">;
  }
  interface Elsewhere {
    spot_codes: (typeof spotCodes)["elsewhere"];
  }
}

export const spotsPerPage = 50;

/** A floor plan's id; 0 for rooms on none. */
const sheet: Field<number | null> = {
  plain: null,
  read: (value) => (Number.isSafeInteger(Number(value ?? Number.NaN)) ? Number(value) : null),
};

export const spotList = listState<"GET /api/projects/{id}/spot-codes">()({
  search: text,
  sheet,
  has_code: eitherWay,
});
export type SpotListState = typeof spotList.plain;

export function useSpots(project: number | null, state: SpotListState) {
  return useQuery({
    // Results of a typed search are not persisted.
    queryKey: [state.search === "" ? "spot-codes" : "search", "list", project, state],
    enabled: project !== null,
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects/{id}/spot-codes",
        {
          params: { id: project ?? 0 },
          query: { ...spotList.narrowing(state), page: state.page, per_page: spotsPerPage },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Spots that match the filters and have a code, or have none; undefined until known. */
export function useSpotTotal(project: number, state: SpotListState, has_code: boolean): number | undefined {
  const { search } = spotList.narrowing(state);
  const sheet = state.sheet ?? undefined;
  const { data } = useQuery({
    queryKey: ["search", "spot-codes", project, search, sheet, has_code],
    staleTime: 0,
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects/{id}/spot-codes",
        { params: { id: project }, query: { search, sheet, has_code, per_page: 1 } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  return data?.total;
}

export const useScans = (project: number, spot_code: number, page: number) =>
  useQuery({
    queryKey: ["spot-scans", project, spot_code, page],
    staleTime: 0,
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects/{id}/spot-codes/{spot_code}/scans",
        { params: { id: project, spot_code }, query: { page, per_page: 20 } },
        { signal },
      ),
  });

/** Creates and revokes codes, and loads the list again. */
export function useChangeCodes(project: number) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["spot-codes"] }),
      client.invalidateQueries({ queryKey: ["search"] }),
    ]);
  const params = { id: project };
  return {
    async create(body: { rooms: number[] } | { search?: string | undefined; sheet?: number | undefined }) {
      const made = await call("POST /api/projects/{id}/spot-codes", { params, body }, quiet);
      await refresh();
      return made.codes;
    },
    async revoke(codes: number[]) {
      await call("POST /api/projects/{id}/spot-codes/revoke", { params, body: { codes } }, quiet);
      await refresh();
    },
  };
}

/** The labels of these codes, or without codes of all that match the filters. */
export interface LabelChoice {
  readonly codes?: readonly number[];
  readonly state: SpotListState;
}

export function labelsAddress(
  project: number,
  { codes, state }: LabelChoice,
  look: { readonly layout: LabelLayout; readonly lang: string; readonly start: number },
): string {
  const { search, sheet } = state;
  const query = new URLSearchParams({ layout: look.layout, lang: look.lang, start: String(look.start) });
  if (codes !== undefined) query.set("codes", codes.join(","));
  else {
    if (search !== "") query.set("search", search);
    if (sheet !== null) query.set("sheet", String(sheet));
  }
  return `/api/projects/${project}/spot-codes/labels?${query}`;
}

/** The address that a label's QR code holds. */
export const addressOf = (code: string): string => `${location.origin}/q/${code}`;
