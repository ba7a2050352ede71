import { Footprints, Map as MapIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Snag } from "#contract/snags.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlanCrop } from "#web/ui/floor-plan/plan-crop.tsx";
import { placeOnPlan } from "#web/ui/floor-plan/plan-view.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { StatusMark } from "../marks.tsx";
import { useSheet } from "../snags.queries.ts";

/** The photo and the floor plan it is pinned on, each with a link to the exact position. */
export function Where({ snag }: { snag: Snag }) {
  const t = useText();
  const inRoom = snag.visit_code !== null && snag.id_room !== null;
  if (!inRoom && snag.id_sheet === null) return null;
  return (
    <section aria-labelledby="snag-where" className="flex flex-col gap-2.5">
      <h3 id="snag-where" className="text-sm font-strong">
        {t("snags.detail.place")}
      </h3>
      <div className="grid grid-cols-2 gap-3 has-[>:only-child]:grid-cols-1">
        {inRoom && <InRoom snag={snag} />}
        {snag.id_sheet !== null && <OnPlan snag={snag} id_sheet={snag.id_sheet} />}
      </div>
    </section>
  );
}

/** Address that opens the viewer in the exact view of the snag. */
export function viewOf({ visit_code, id_room, yaw, pitch, fov }: Snag): string {
  const view = Object.entries({ yaw, pitch, fov }).flatMap(([name, degrees]) =>
    degrees === null ? [] : [`${name}=${Math.round(degrees * 10) / 10}`],
  );
  const path = `/viewer/${visit_code ?? ""}/${id_room ?? ""}`;
  return view.length === 0 ? path : `${path}?${view.join("&")}`;
}

function InRoom({ snag }: { snag: Snag }) {
  const t = useText();
  const { yaw, pitch } = snag;
  return (
    <a href={viewOf(snag)} className="group/where flex min-w-0 flex-col gap-1.5 rounded-lg">
      <Tile>
        <Picture
          src={snag.thumbnail}
          className="size-full transition-transform duration-200 group-hover/where:scale-[1.03]"
        />
        {yaw !== null && pitch !== null && <Pin snag={snag} x={0.5 + yaw / 360} y={0.5 - pitch / 180} />}
      </Tile>
      <Label icon={<Icon of={Footprints} size="sm" />} action={t("snags.detail.open_room")}>
        <bdi>{snag.room}</bdi>
        {snag.visit !== "" && (
          <>
            {" · "}
            <bdi>{snag.visit}</bdi>
          </>
        )}
      </Label>
    </a>
  );
}

function OnPlan({ snag, id_sheet }: { snag: Snag; id_sheet: number }) {
  const t = useText();
  const sheet = useSheet(id_sheet);
  const { x, y } = snag;
  const href = `/snags/${snag.id}?view=plan&id_project=${snag.id_project}&id_sheet=${id_sheet}`;
  const image = sheet.data?.image ?? null;
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <Link href={href} look="plain" className="group/where flex min-w-0 flex-col gap-1.5 rounded-lg">
      <Tile>
        {image === null || image === broken ? (
          <Picture src={null} icon={MapIcon} className="size-full" />
        ) : (
          <PlanCrop image={image} point={{ x: x ?? 0.5, y: y ?? 0.5 }} onBroken={() => setBroken(image)} />
        )}
        {x !== null && y !== null && <Pin snag={snag} x={0.5} y={0.5} />}
      </Tile>
      <Label icon={<Icon of={MapIcon} size="sm" />} action={t("snags.detail.open_plan")}>
        <bdi>{snag.sheet}</bdi>
      </Label>
    </Link>
  );
}

function Tile({ children }: { children: ReactNode }) {
  return (
    <span
      dir="ltr"
      className="relative block aspect-2/1 overflow-hidden rounded-lg bg-press ring-1 ring-line"
    >
      {children}
    </span>
  );
}

function Pin({ snag, x, y }: { snag: Snag; x: number; y: number }) {
  return (
    <span className="absolute size-0" style={placeOnPlan({ x, y })}>
      <span className="absolute -start-3 -top-3 flex size-6 items-center justify-center rounded-full bg-white shadow-float">
        <StatusMark status={snag.status} className="size-5" />
      </span>
    </span>
  );
}

function Label({ icon, action, children }: { icon: ReactNode; action: string; children: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-col px-0.5">
      <span className="line-clamp-3 text-sm wrap-anywhere">{children}</span>
      <span className="flex items-center gap-1.5 text-sm text-accent-text group-hover/where:underline print:hidden">
        {icon}
        {action}
      </span>
    </span>
  );
}
