import { useState } from "react";
import type { SheetRoom } from "#contract/sheets.ts";
import { OnPlan } from "./on-plan.tsx";
import { PlacePin } from "./place-pin.tsx";
import { ProposedPin } from "./proposed-pin.tsx";
import { SpotPin } from "./spot-pin.tsx";
import { isPlaced, spotsOf } from "./spots.ts";
import type { Placing } from "./use-placing.ts";

interface PlanPinsProps {
  list: readonly SheetRoom[];
  mayEdit: boolean;
  chosen: number | null;
  placing: Placing;
  onChoose: (id_room: number) => void;
}

/** Placed rooms, movable with the permission, and proposed positions. */
export function PlanPins({ list, mayEdit, chosen, placing, onChoose }: PlanPinsProps) {
  const [now] = useState(() => new Date());
  return (
    <>
      {mayEdit
        ? list
            .filter(isPlaced)
            .map((room) => (
              <PlacePin
                key={room.id_room}
                room={room}
                now={now}
                isChosen={chosen === room.id_room}
                onChoose={() => onChoose(room.id_room)}
                onMove={({ x, y }) => placing.put([{ id_room: room.id_room, x, y }])}
                onRemove={() => placing.put([{ id_room: room.id_room, x: null, y: null }])}
              />
            ))
        : spotsOf(list).map((spot) => (
            <OnPlan key={spot.rooms[0]?.id_room} point={spot}>
              <SpotPin spot={spot} now={now} />
            </OnPlan>
          ))}
      {placing.proposals?.map(({ id_room, ...point }) => (
        <ProposedPin
          key={id_room}
          name={list.find((room) => room.id_room === id_room)?.name ?? ""}
          point={point}
          onMove={(to) => placing.moveProposal(id_room, to)}
        />
      ))}
    </>
  );
}
