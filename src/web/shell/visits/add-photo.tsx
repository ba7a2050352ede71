import { useQuery } from "@tanstack/react-query";
import { type ComponentType, Suspense } from "react";
import type { Visit } from "#contract/visits.ts";
import { call } from "#web/lib/client.ts";
import { useFormat } from "#web/lib/format.ts";

/** Dialogs of the feature of visits. */
export interface AddPhotoParts {
  readonly AddVisit: ComponentType<{ id_project: number; roomName: string; onClose: () => void }>;
  readonly AddRooms: ComponentType<{ visit: Visit; roomName: string; onClose: () => void }>;
}

interface AddPhotoProps {
  parts: AddPhotoParts;
  id_project: number;
  /** Name of the position, which the new room gets. */
  roomName: string;
  onClose: () => void;
}

/** Adds a 360 photo of a position: to today's visit if there is one, else to a new one. */
export function AddPhoto({ parts: { AddVisit, AddRooms }, id_project, roomName, onClose }: AddPhotoProps) {
  const today = useTodaysVisit(id_project);
  if (!today.isSettled) return null;
  return (
    <Suspense fallback={null}>
      {today.visit === null ? (
        <AddVisit id_project={id_project} roomName={roomName} onClose={onClose} />
      ) : (
        <AddRooms visit={today.visit} roomName={roomName} onClose={onClose} />
      )}
    </Suspense>
  );
}

/** The newest visit of the project, if it is of today and takes more rooms. */
function useTodaysVisit(project: number) {
  const format = useFormat();
  const newest = useQuery({
    queryKey: ["search", "todays-visit", project],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { items } = await call(
        "GET /api/visits",
        { query: { id_project: project, per_page: 1 } },
        { signal },
      );
      const [visit] = items;
      if (visit === undefined || format.date(visit.visit_date) !== format.date(new Date())) return null;
      const whole = await call("GET /api/visits/{id}", { params: { id: String(visit.id) } }, { signal });
      return whole.can["add_room"] === true ? whole : null;
    },
  });
  return { visit: newest.data ?? null, isSettled: newest.isSuccess || newest.isError };
}
