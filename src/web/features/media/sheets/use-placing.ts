import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Sheet, SheetRoom } from "#contract/sheets.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { notKept, tellKept } from "#web/shell/outbox/send-or-keep.ts";
import type { Point } from "#web/ui/floor-plan/plan-view.ts";
import { type RoomPosition, sheetKeys, usePlaceRooms, useProposals } from "./sheets.queries.ts";
import { displayedRooms } from "./waiting-rooms.ts";

export interface Proposal extends Point {
  readonly id_room: number;
}

/** Places the rooms of a visit on a sheet: one by one, or by the server's proposals. */
export function usePlacing(sheet: Sheet, visitId: number | null) {
  const t = useText();
  const client = useQueryClient();
  const acts = useWaitingActs();
  const save = usePlaceRooms(sheet);
  const ask = useProposals(sheet.id);
  const [proposals, setProposals] = useState<readonly Proposal[] | null>(null);

  /** Shown optimistically, reverted when the server rejects it. */
  function put(places: RoomPosition[], onSaved?: () => void): void {
    const key = sheetKeys.rooms(sheet.id, visitId);
    const before = client.getQueryData<SheetRoom[]>(key);
    const of = new Map(places.map((place) => [place.id_room, place]));
    const shown = displayedRooms(before ?? [], acts, sheet.id);
    const rooms = new Map(shown.map((room) => [room.id_room, room]));
    client.setQueryData<SheetRoom[]>(key, (list) =>
      list?.map((room) => ({ ...room, ...of.get(room.id_room) })),
    );
    save.mutate(
      { places, rooms },
      {
        onSuccess: ({ state }) => (state === "kept" ? tellKept() : onSaved?.()),
        onError: (error) => {
          client.setQueryData(key, before);
          showToast({
            tone: "bad",
            title: t("sheets.not_placed"),
            text: notKept(error) ?? errorText(error, t),
          });
        },
      },
    );
  }

  function propose(): void {
    if (visitId === null) return;
    ask.mutate(visitId, {
      onSuccess: (found) => {
        if (found.length > 0) setProposals(found);
        else showToast({ tone: "info", title: t("sheets.nothing_to_arrange") });
      },
      onError: (error) =>
        showToast({ tone: "bad", title: t("sheets.not_arranged"), text: errorText(error, t) }),
    });
  }

  /** Accepts all proposals, and offers to undo for a while. */
  function accept(): void {
    const places = (proposals ?? []).map(({ id_room, x, y }) => ({ id_room, x, y }));
    setProposals(null);
    put(places, () =>
      showToast(
        {
          tone: "ok",
          title: t("sheets.arranged", { count: places.length }),
          action: {
            label: t("sheets.undo"),
            onAction: () => put(places.map(({ id_room }) => ({ id_room, x: null, y: null }))),
          },
        },
        10_000,
      ),
    );
  }

  return {
    put,
    propose,
    isProposing: ask.isPending,
    proposals,
    accept,
    discard: () => setProposals(null),
    moveProposal: (id_room: number, to: Point) =>
      setProposals(
        (list) => list?.map((one) => (one.id_room === id_room ? { id_room, ...to } : one)) ?? null,
      ),
  };
}

export type Placing = ReturnType<typeof usePlacing>;
