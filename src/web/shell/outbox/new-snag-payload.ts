import type { Body } from "#web/lib/client.ts";

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** A snag pinned in a room of a visit or on a floor plan. */
export interface NewSnagPayload {
  readonly fields: Omit<Body<"POST /api/annotations">, "id_visit" | "id_room">;
  readonly at:
    | {
        readonly id_visit: number;
        readonly id_room: number | null;
        readonly yaw?: number;
        readonly pitch?: number;
        readonly fov?: number;
      }
    | { readonly id_sheet: number; readonly x: number; readonly y: number };
  /** Name of the room or the floor plan. */
  readonly where: string;
}

/** In a module of its own, for screens that show waiting snags without the code that sends them. */
export const isNewSnagPayload = (value: unknown): value is NewSnagPayload =>
  isRecord(value) && isRecord(value["fields"]) && isRecord(value["at"]);
