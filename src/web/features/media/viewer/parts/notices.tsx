import { type LucideIcon, TriangleAlert, WifiOff } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Room } from "#contract/visits.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { roomName, useFrame } from "../frame.ts";
import { isShowable } from "../source.ts";
import type { Trouble } from "../tour-types.ts";

/** Errors and progress as text: a strip over the picture, or a page where there is none. */
export function Notices() {
  return (
    <>
      <Strip />
      <Cover />
      <Progress />
      <Announcer />
    </>
  );
}

function followLine(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

function Strip() {
  const t = useText();
  const { tour } = useFrame();
  const trouble = useStore(tour.trouble);
  const isOnline = useSyncExternalStore(followLine, () => navigator.onLine);
  return (
    <output className="absolute inset-x-(--edge) under-66 z-3 mx-auto flex w-fit max-w-[min(36rem,calc(100%-2*var(--edge)))] items-center gap-2.5 rounded-lg bg-glass-dense px-3.5 py-2 shadow-[inset_0_0_0_1px_var(--glass-line)] empty:hidden">
      {trouble !== null ? (
        <Told trouble={trouble} />
      ) : !isOnline ? (
        <Line icon={WifiOff}>{t("viewer.notice.offline")}</Line>
      ) : !tour.panorama ? (
        <Line icon={TriangleAlert}>{t("viewer.notice.no_webgl")}</Line>
      ) : null}
    </output>
  );
}

function Told({ trouble }: { trouble: Trouble }) {
  const t = useText();
  const frame = useFrame();
  const { tour } = frame;
  switch (trouble.kind) {
    case "restoring":
      return <Line>{t("viewer.notice.restoring")}</Line>;
    case "gone":
      return (
        <>
          <Line icon={TriangleAlert}>
            {t("viewer.notice.gone", { room: trouble.room.name || t("viewer.rooms.label") })}
          </Line>
          <StripButton onPress={() => tour.trouble.set(null)}>{t("viewer.actions.close")}</StripButton>
        </>
      );
    default:
      return (
        <>
          <Line icon={TriangleAlert}>
            {trouble.kind === "room"
              ? t("viewer.notice.room_failed", { room: roomName(frame, trouble.room) })
              : t("viewer.notice.tiles_failed")}
          </Line>
          <StripButton onPress={() => tour.retry()}>{t("viewer.actions.retry")}</StripButton>
        </>
      );
  }
}

function Line({ icon, children }: { icon?: LucideIcon; children: ReactNode }) {
  return (
    <>
      {icon && <Icon of={icon} className="text-warn" />}
      <p dir="auto">{children}</p>
    </>
  );
}

function StripButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="-me-1.5 min-h-8 shrink-0 cursor-default rounded-md bg-white/14 px-3 font-strong hover:bg-white/22 touch:min-h-11"
    >
      {children}
    </button>
  );
}

function stateOf(room: Room | undefined): "empty" | "failed" | "preparing" | null {
  if (room === undefined) return "empty";
  if (isShowable(room)) return null;
  return room.picture.state === "failed" ? "failed" : "preparing";
}

/** Replaces the picture of a room that has none yet, or never will. */
function Cover() {
  const t = useText();
  const { tour } = useFrame();
  const state = stateOf(useStore(tour.room));
  return (
    <output
      hidden={state === null}
      className="absolute inset-0 z-1 flex flex-col items-center justify-center gap-2 bg-sunken/94 p-6 text-center"
    >
      {state !== null && (
        <>
          {state === "preparing" && <Spinner className="mb-3 size-7 text-accent-text" />}
          <h2 className="text-lg font-strong">{t(`viewer.notice.${state}_title`)}</h2>
          <p className="max-w-104 text-balance text-ink-muted">{t(`viewer.notice.${state}`)}</p>
        </>
      )}
    </output>
  );
}

/** Shown only for longer waits; the style delays it. */
function Progress() {
  const { tour } = useFrame();
  const isBusy = useStore(tour.isBusy);
  return (
    <div
      aria-hidden
      className={cx(
        "absolute inset-x-0 top-0 z-4 h-0.5 overflow-hidden",
        isBusy ? "visible transition-[visibility] delay-250 duration-0" : "invisible",
      )}
    >
      <span className="absolute inset-y-0 w-[30%] rounded-full bg-accent-text anim-pass" />
    </div>
  );
}

/** Announces the current room to screen readers, and sets the document's title. */
function Announcer() {
  const t = useText();
  const frame = useFrame();
  const { tour } = frame;
  const room = useStore(tour.room);
  const [said, setSaid] = useState("");
  const isFirst = useRef(true);
  useEffect(() => {
    if (!room) return;
    const name = roomName(frame, room);
    const n = tour.rooms.findIndex(({ id }) => id === room.id) + 1;
    tour.panorama?.setLabel(t("viewer.picture", { room: name }));
    document.title = `${name} · ${tour.visit.get().name}`;
    if (!isFirst.current) setSaid(t("viewer.announce_room", { room: name, n, total: tour.rooms.length }));
    isFirst.current = false;
  }, [frame, tour, room, t]);
  return <output className="sr-only">{said}</output>;
}
