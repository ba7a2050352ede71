import { useEffect, useEffectEvent, useState } from "react";
import { createPortal } from "react-dom";
import type { Sheet } from "#contract/sheets.ts";
import { useFormat } from "#web/lib/format.ts";
import { freshnessOf } from "#web/lib/freshness.ts";
import { useText } from "#web/lib/use-text.ts";
import { FloorPlan } from "#web/ui/floor-plan/floor-plan.tsx";
import { placeOnPlan } from "#web/ui/floor-plan/plan-view.ts";
import { FreshnessMark } from "#web/ui/freshness-mark.tsx";
import { useSheetRooms } from "./sheets.queries.ts";
import { spotsOf } from "./spots.ts";
import "./print-plan.css";

/** Prints the floor plan with its numbered pins and their legend, once everything has loaded. */
export function PrintPlan({ sheet, image, onDone }: { sheet: Sheet; image: string; onDone: () => void }) {
  const t = useText();
  const format = useFormat();
  const rooms = useSheetRooms(sheet.id);
  const [isDrawn, setDrawn] = useState(false);
  const [now] = useState(() => new Date());
  const spots = spotsOf(rooms.data ?? []);
  const done = useEffectEvent(onDone);
  const isReady = isDrawn && !rooms.isPending;
  useEffect(() => {
    if (!isReady) return;
    const end = () => done();
    addEventListener("afterprint", end, { once: true });
    print();
    return () => removeEventListener("afterprint", end);
  }, [isReady]);
  return createPortal(
    <div className="plan-print">
      <p>
        <strong>{sheet.name}</strong> {sheet.floor} · {format.date(now)}
      </p>
      <FloorPlan
        plan={{ image }}
        label={t("sheets.plan_of", { name: sheet.name })}
        isInteractive={false}
        onSettled={() => setDrawn(true)}
        className="plan-print-sheet"
      >
        {spots.map((spot, at) => (
          <span key={spot.rooms[0]?.id_room} style={placeOnPlan(spot)}>
            {at + 1}
          </span>
        ))}
      </FloorPlan>
      <ol>
        {spots.map(({ rooms: [newest] }) =>
          newest === undefined ? null : (
            <li key={newest.id_room}>
              <FreshnessMark freshness={freshnessOf(newest.visit_date, now)} />
              <bdi>{newest.name}</bdi> {format.date(newest.visit_date)}
            </li>
          ),
        )}
      </ol>
    </div>,
    document.body,
  );
}
