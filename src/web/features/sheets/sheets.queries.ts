import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Sheet } from "#contract/sheets.ts";
import { call, upload } from "#web/lib/client.ts";
import { useChannel } from "#web/lib/realtime.ts";

/** Everything about sheets lies under `all`, so that one word refreshes it. */
export const sheetKeys = {
  all: ["sheets"],
  list: (project: number) => ["sheets", "list", project],
  one: (id: number) => ["sheets", "one", id],
  rooms: (id: number, visit: number | null) => ["sheets", "rooms", id, visit],
} as const;

/** The fields of the forms, as they go over the wire. */
export type SheetFields = Pick<Sheet, "name" | "floor" | "north" | "width_metres">;

export interface Place {
  id_room: number;
  x: number | null;
  y: number | null;
  heading?: number | null;
}

const quiet = { toast: false } as const;

export function useSheets(project: number) {
  return useQuery({
    queryKey: sheetKeys.list(project),
    queryFn: ({ signal }) => call("GET /api/maps", { query: { id_project: project } }, { signal, ...quiet }),
  });
}

export function useSheet(id: number) {
  return useQuery({
    queryKey: sheetKeys.one(id),
    queryFn: ({ signal }) => call("GET /api/maps/{id}", { params: { id } }, { signal, ...quiet }),
  });
}

/** The rooms that stand on a sheet; with a visit all of that visit's that could stand there. */
export function useSheetRooms(id: number, visit: number | null = null) {
  return useQuery({
    queryKey: sheetKeys.rooms(id, visit),
    queryFn: ({ signal }) =>
      call(
        "GET /api/maps/{id}/rooms",
        { params: { id }, query: visit === null ? {} : { id_visit: visit } },
        { signal, ...quiet },
      ),
  });
}

/** Visits whose rooms can be placed, newest first. */
export function useVisitsOf(project: number | undefined) {
  return useQuery({
    queryKey: ["visits", "list", { project, of: "sheet" }],
    enabled: project !== undefined,
    queryFn: ({ signal }) =>
      call(
        "GET /api/visits",
        { query: { id_project: project, per_page: 100, sort: "date" } },
        { signal, ...quiet },
      ),
  });
}

/** What others change on the project's sheets, and the pictures that come, show at once. */
export function useSheetNews(project: number | null): void {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: sheetKeys.all });
  useChannel(
    project === null ? null : `private-project-${project}`,
    { "sheets-changed": refresh, "visit.deleted": refresh, "room.deleted": refresh, "room.ready": refresh },
    refresh,
  );
}

export interface NewSheet {
  id_project: number;
  name: string;
  floor: string;
  file: File | null;
}

export function useAddSheet(onProgress: (share: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, ...body }: NewSheet) =>
      file === null
        ? call("POST /api/maps", { body }, quiet)
        : upload("POST /api/maps", { body, files: { file } }, { ...quiet, onProgress }),
    onSuccess: () => client.invalidateQueries({ queryKey: sheetKeys.all }),
  });
}

export function useEditSheet(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, body }: { file?: File; body: Partial<SheetFields> }) =>
      file === undefined
        ? call("PUT /api/maps/{id}", { params: { id }, body }, quiet)
        : upload("PUT /api/maps/{id}", { params: { id }, body, files: { file } }, quiet),
    onSuccess: (sheet) => {
      client.setQueryData(sheetKeys.one(id), sheet);
      return client.invalidateQueries({ queryKey: sheetKeys.list(sheet.id_project) });
    },
  });
}

export function usePlaceRooms(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rooms: Place[]) =>
      call("PUT /api/maps/{id}/room-positions", { params: { id }, body: { rooms } }, quiet),
    onSuccess: () => client.invalidateQueries({ queryKey: sheetKeys.all }),
  });
}

export function useDeleteSheet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("DELETE /api/maps", { body: { ids: [id] } }, quiet),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: sheetKeys.one(id) });
      return client.invalidateQueries({ queryKey: sheetKeys.all });
    },
  });
}
