import { Check } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import type { Counterpart, HotspotVisit } from "#contract/tour.ts";
import type { Room } from "#contract/visits.ts";
import { call } from "#web/lib/client.ts";
import { type TextKey, type Translate, useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainSelect } from "#web/ui/plain/plain-select.tsx";
import { roomName, useFrame } from "../frame.ts";
import { EditPanel, Note } from "./edit-panel.tsx";
import type { Editing } from "./editing.ts";
import { RoomPicture } from "./room-picture.tsx";

const quiet = { toast: false } as const;

/** The counterparts of this room on other dates: joined ones, likely ones, and all others. */
export async function bindDates(editing: Editing): Promise<void> {
  const { tour } = editing.frame;
  const room = tour.room.get();
  const { id_visit } = tour.visit.get();
  if (room === undefined || id_visit === null) return;
  editing.show(<BindPanel editing={editing} room={room} id_visit={id_visit} />);
}

type Change = (visit: HotspotVisit, id_target_room: number | null) => Promise<void>;

function BindPanel({ editing, room, id_visit }: { editing: Editing; room: Room; id_visit: number }) {
  const t = useText();
  const frame = useFrame();
  const [status, setStatus] = useState("");
  const [isBinding, setIsBinding] = useState(false);
  const [visits, setVisits] = useState<readonly HotspotVisit[] | "loading" | "failed">("loading");
  const load = useCallback(
    () =>
      call("GET /api/visits/hotspot-visits", { query: { room_id: room.id } }, quiet)
        .catch(() => "failed" as const)
        .then(setVisits),
    [room.id],
  );
  useEffect(() => void load(), [load]);
  const change: Change = async (visit, id_target_room) => {
    const of = { id_room: room.id, id_visit: visit.id_visit };
    try {
      if (id_target_room === null) await call("DELETE /api/visits/unbind-hotspot", { body: of }, quiet);
      else await call("PUT /api/visits/bind-hotspot", { body: { ...of, id_target_room } }, quiet);
      const values = { room: roomName(frame, room), date: frame.speaker.date(visit.visit_date) };
      setStatus(t(id_target_room === null ? "tour.bind.separated" : "tour.bind.joined", values));
      await load();
    } catch (error) {
      await editing.failed(error);
    }
  };
  const bindAll = async () => {
    setIsBinding(true);
    try {
      const { bound, left } = await call("POST /api/visits/{id}/bind", { params: { id: id_visit } }, quiet);
      setStatus(
        `${t("tour.bind.bound_count", { count: bound })} · ${t("tour.bind.left_count", { count: left })}`,
      );
      await load();
    } catch (error) {
      await editing.failed(error);
    } finally {
      setIsBinding(false);
    }
  };
  return (
    <EditPanel editing={editing} title={t("tour.bind.title")}>
      <p className="text-ink-muted">{t("tour.bind.text")}</p>
      {typeof visits === "string" || visits.length === 0 ? (
        <p className="text-ink-muted">{t(insteadOf(visits))}</p>
      ) : (
        <ul className="flex flex-col gap-5">
          {visits.map((visit) => (
            <Visit key={visit.id_visit} room={room} visit={visit} onChange={change} />
          ))}
        </ul>
      )}
      <output className="text-xs text-ink-muted">{status}</output>
      <div className="grid justify-items-start gap-1.5">
        <PlainButton isPending={isBinding} onClick={() => void bindAll()}>
          {t("tour.bind.all")}
        </PlainButton>
        <Note>{t("tour.bind.all_text")}</Note>
      </div>
    </EditPanel>
  );
}

function insteadOf(visits: readonly HotspotVisit[] | "loading" | "failed"): TextKey {
  if (visits === "loading") return "tour.loading";
  return visits === "failed" ? "tour.load_failed" : "tour.bind.none";
}

function Visit({ room, visit, onChange }: { room: Room; visit: HotspotVisit; onChange: Change }) {
  const t = useText();
  const { speaker } = useFrame();
  const shown = visit.rooms.find(({ id_room }) => id_room === (visit.id_room ?? visit.proposal));
  const isBound = visit.id_room !== null;
  const date = speaker.date(visit.visit_date);
  const press = t(isBound ? "tour.bind.unbind" : "tour.bind.bind");
  return (
    <li className="flex flex-col gap-2.5 border-b border-line pb-5">
      <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
        <strong className="font-strong">
          <time dateTime={visit.visit_date}>{date}</time>
        </strong>
        <span dir="auto" className="text-ink-muted">
          {visit.name}
        </span>
        {shown !== undefined && (
          <span
            className={cx(
              "ms-auto inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs",
              isBound ? "bg-ok-soft text-ok-text" : "bg-sunken text-ink-muted",
            )}
          >
            {isBound && <Icon of={Check} size="sm" className="size-3.5" />}
            {t(isBound ? "tour.bind.bound" : "tour.bind.proposed")}
          </span>
        )}
      </p>
      {shown === undefined ? (
        <p className="text-ink-muted">{t("tour.bind.no_room")}</p>
      ) : (
        <div className="grid grid-cols-2 gap-2">
          <Picture address={room.picture.thumbnail} name={t("tour.bind.here")} note="" />
          <Picture address={shown.thumbnail} name={shown.name} note={likeness(t, room, shown)} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {/* One button in both states, so that it keeps the keyboard's focus. */}
        {shown !== undefined && (
          <PlainButton
            variant={isBound ? "secondary" : "primary"}
            label={`${press}: ${date}`}
            onClick={() => void onChange(visit, isBound ? null : shown.id_room)}
          >
            {press}
          </PlainButton>
        )}
        {visit.rooms.length > 0 && (
          <div className="min-w-36 flex-1">
            <PlainSelect
              isLabelHidden
              label={`${t("tour.bind.other")} ${date}`}
              name="room"
              placeholder={t("tour.bind.other")}
              value=""
              onChange={(id) => {
                if (id !== "") void onChange(visit, Number(id));
              }}
              options={visit.rooms.map(({ id_room, name }) => ({ value: String(id_room), label: name }))}
            />
          </div>
        )}
      </div>
    </li>
  );
}

function Picture({ address, name, note }: { address: string | null; name: string; note: string }) {
  return (
    <figure className="grid min-w-0 gap-1">
      <RoomPicture address={address} className="aspect-2/1 h-auto w-full" />
      <figcaption className="grid text-xs">
        <bdi>{name}</bdi>
        {note !== "" && <span className="text-ink-muted">{note}</span>}
      </figcaption>
    </figure>
  );
}

/** Reason why it is considered the same position. */
function likeness(t: Translate, room: Room, { metres, name }: Counterpart): string {
  if (metres !== null)
    return t("tour.bind.metres", { n: metres < 10 ? metres.toFixed(1) : Math.round(metres) });
  return name !== "" && name === room.name ? t("tour.bind.same_name") : "";
}
