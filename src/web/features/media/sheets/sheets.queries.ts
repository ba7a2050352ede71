import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Sheet, SheetRoom } from "#contract/sheets.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";
import type { NewAct } from "#web/lib/outbox/act.ts";
import { upload } from "#web/lib/upload.ts";
import { useProjectNews } from "#web/lib/use-project-news.ts";
import { type RoomPositionPayload, roomPosition } from "#web/shell/outbox/room-acts.ts";
import { sendOrKeep } from "#web/shell/outbox/send-or-keep.ts";
import { projectNameOf } from "#web/shell/projects/projects.queries.ts";

/** All sheet queries share the prefix `all`, so that one call invalidates them. */
export const sheetKeys = {
  all: ["sheets"],
  list: (project: number) => ["sheets", "list", project],
  one: (id: number) => ["sheets", "one", id],
  rooms: (id: number, visit: number | null) => ["sheets", "rooms", id, visit],
  versions: (id: number) => ["sheets", "versions", id],
  walk: (id: number, visit: number | null) => ["sheets", "walk", id, visit],
} as const;

/** The fields of the forms, in wire format. */
export type SheetFields = Pick<Sheet, "name" | "floor" | "north" | "width_metres">;

export interface RoomPosition {
  id_room: number;
  x: number | null;
  y: number | null;
  heading?: number | null;
}

export function useSheets(project: number) {
  return useQuery({
    queryKey: sheetKeys.list(project),
    queryFn: ({ signal }) => call("GET /api/maps", { query: { id_project: project } }, { signal }),
  });
}

export const sheetProjectsPerPage = 12;

/** Loads the projects whose floor plans the overview shows, page by page. */
export function useSheetProjects({ search, page }: { search: string; page: number }) {
  return useQuery({
    queryKey: ["projects", "of sheets", { search, page }],
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects",
        { query: { ...(search !== "" && { search }), page, per_page: sheetProjectsPerPage, sort: "name" } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

export function useSheet(id: number) {
  return useQuery({
    queryKey: sheetKeys.one(id),
    queryFn: ({ signal }) => call("GET /api/maps/{id}", { params: { id } }, { signal }),
  });
}

/** Loads the rooms placed on a sheet; with a visit, also that visit's rooms that can be placed. */
export function useSheetRooms(id: number, visit: number | null = null) {
  return useQuery({
    queryKey: sheetKeys.rooms(id, visit),
    queryFn: ({ signal }) =>
      call(
        "GET /api/maps/{id}/rooms",
        { params: { id }, query: visit === null ? {} : { id_visit: visit } },
        { signal },
      ),
  });
}

/** Loads the lines of the walks of a visit on a sheet, else of the newest visit that has any; null without one. */
export function useSheetWalk(id: number, visit: number | null = null) {
  return useQuery({
    queryKey: sheetKeys.walk(id, visit),
    queryFn: ({ signal }) =>
      call(
        "GET /api/maps/{id}/walk",
        { params: { id }, query: visit === null ? {} : { id_visit: visit } },
        { signal },
      ),
  });
}

/** Visits whose rooms can be placed, newest first. */
export function useVisitsOf(project: number | undefined) {
  return useQuery({
    queryKey: ["visits", "list", { project, of: "sheet" }],
    enabled: project !== undefined,
    queryFn: ({ signal }) =>
      call("GET /api/visits", { query: { id_project: project, per_page: 100, sort: "date" } }, { signal }),
  });
}

/** Refreshes when others change the project's sheets, and when photos arrive. */
export function useSheetNews(project: number | null): void {
  const events = ["sheets-changed", "visit.deleted", "room.deleted", "room.ready"];
  useProjectNews(project, events, [sheetKeys.all]);
}

export interface NewSheet {
  id_project: number;
  name: string;
  floor: string;
  file: File | null;
  /** Of a PDF. */
  page: number;
}

export function useAddSheet(onProgress: (share: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, page, ...body }: NewSheet) =>
      file === null
        ? call("POST /api/maps", { body }, quiet)
        : upload("POST /api/maps", { body: { ...body, page }, files: { file } }, { ...quiet, onProgress }),
    onSuccess: () => client.invalidateQueries({ queryKey: sheetKeys.all }),
  });
}

export function useEditSheet(id: number) {
  const keep = useKeepSheet();
  return useMutation({
    mutationFn: (body: Body<"PUT /api/maps/{id}">) =>
      call("PUT /api/maps/{id}", { params: { id }, body }, quiet),
    onSuccess: keep,
  });
}

/** Replaces the floor plan of a sheet; the former one stays among the versions. */
export function useReplacePlan(id: number, onProgress: (share: number) => void) {
  const keep = useKeepSheet();
  return useMutation({
    mutationFn: ({ file, page }: { file: File; page: number }) =>
      upload(
        "PUT /api/maps/{id}",
        { params: { id }, body: { page }, files: { file } },
        { ...quiet, onProgress },
      ),
    onSuccess: keep,
  });
}

export function useVersions(id: number) {
  return useQuery({
    queryKey: sheetKeys.versions(id),
    queryFn: ({ signal }) => call("GET /api/maps/{id}/versions", { params: { id } }, { signal }),
  });
}

export function useRestoreVersion(id: number) {
  const keep = useKeepSheet();
  return useMutation({
    mutationFn: (version: number) =>
      call("PUT /api/maps/{id}/versions/{version}", { params: { id, version } }, quiet),
    onSuccess: keep,
  });
}

/** Stores the sheet that the server returned, and invalidates what depends on it. */
function useKeepSheet() {
  const client = useQueryClient();
  return (sheet: Sheet) => {
    client.setQueryData(sheetKeys.one(sheet.id), sheet);
    return Promise.all([
      client.invalidateQueries({ queryKey: sheetKeys.list(sheet.id_project) }),
      client.invalidateQueries({ queryKey: sheetKeys.versions(sheet.id) }),
    ]);
  };
}

/** Saves the order of the sheets. */
export function useOrderSheets(project: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly number[]) =>
      Promise.all(
        ids.map((id, order) => call("PUT /api/maps/{id}", { params: { id }, body: { order } }, quiet)),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: sheetKeys.list(project) }),
  });
}

/** Loads proposed positions for the rooms of a visit that have none; writes nothing. */
export function useProposals(id: number) {
  return useMutation({
    mutationFn: (id_visit: number) =>
      call("POST /api/maps/{id}/arrange", { params: { id }, body: { id_visit } }, quiet),
  });
}

export interface Placement {
  readonly places: readonly RoomPosition[];
  /** The rooms as they are displayed before. */
  readonly rooms: ReadonlyMap<number, SheetRoom>;
}

/** Positions rooms, or keeps their positions on this device without a connection. */
export function usePlaceRooms({ id, name, id_project: project }: Sheet) {
  const client = useQueryClient();
  const actOf = (
    { id_room, x, y, heading = null }: RoomPosition,
    rooms: Placement["rooms"],
  ): NewAct<RoomPositionPayload> => {
    const room = rooms.get(id_room);
    const isPlaced = room !== undefined && room.x !== null;
    const from = { id_sheet: isPlaced ? id : null, x: room?.x ?? null, y: room?.y ?? null };
    const payload = { id_room, room: room?.name ?? "", id_sheet: id, sheet: name, x, y, heading, from };
    return { kind: roomPosition, payload, project, projectName: projectNameOf(client, project) };
  };
  return useMutation({
    mutationFn: ({ places, rooms }: Placement) => {
      const [first, ...rest] = places.map((place) => actOf(place, rooms));
      if (first === undefined) return Promise.resolve({ state: "sent" as const, result: [] });
      return sendOrKeep([first, ...rest], (guid) => {
        // One GUID names one room.
        const body = { rooms: [...places], ...(places.length === 1 && { guid }) };
        return call("PUT /api/maps/{id}/room-positions", { params: { id }, body }, quiet);
      });
    },
    onSuccess: ({ state }) =>
      state === "sent" ? client.invalidateQueries({ queryKey: sheetKeys.all }) : undefined,
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
