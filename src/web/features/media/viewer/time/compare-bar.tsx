import {
  Blend,
  Columns2,
  FileText,
  Lock,
  LockOpen,
  Share,
  SquareSplitHorizontal,
  Undo2,
  X,
} from "lucide-react";
import { useRef } from "react";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";
import { useFrame } from "../frame.ts";
import { type Mode, modes } from "./address.ts";
import type { Comparison } from "./compare.tsx";
import { isNoOffset } from "./view-offset.ts";

const icons = { split: Columns2, wipe: SquareSplitHorizontal, fade: Blend } as const satisfies Record<
  Mode,
  unknown
>;
const look = { variant: "onGlass", size: "lg" } as const;

/** The browser reports a download that fails; the page stays as it is. */
function download(comparison: Comparison): void {
  const link = document.createElement("a");
  link.href = pdfAddress(comparison);
  link.download = "";
  link.click();
}

/** The report of this pair in the direction on the screen. */
function pdfAddress({ frame: { tour, speaker }, other, lock }: Comparison): string {
  const [room, beside, view] = [tour.room.get(), other.beside.get(), tour.panorama?.view];
  const { id_project, id_visit } = tour.visit.get();
  const query = new URLSearchParams({
    first: String(id_visit),
    second: String(beside?.visit.id_visit),
    rooms: String(room?.id),
    other: String(beside?.room.id),
    bearing: ((view?.yaw ?? 0) - (room?.north ?? 0)).toFixed(1),
    pitch: Math.max(-85, Math.min(85, view?.pitch ?? 0)).toFixed(1),
    fov: Math.max(30, Math.min(90, view?.fov ?? 70)).toFixed(1),
    offset: lock.offset.get().yaw.toFixed(1),
    lang: speaker.language,
  });
  return `/api/projects/${id_project}/comparisons/pdf?${query}`;
}

/** Mode of the comparison, whether the views turn together, and the close button. */
export function CompareBar({ comparison }: { comparison: Comparison }) {
  const { mode, lock, close, frame, other } = comparison;
  const t = useText();
  // Members only, and both visits: a guest has a link to each, and no report.
  const [visit, beside] = [useStore(frame.tour.visit), useStore(other.beside)];
  const mayPrint = visit.id_visit !== null && beside !== null && beside.visit.id_visit !== null;
  const { openShare } = useFrame();
  const now = useStore(mode);
  const isLocked = useStore(lock.isOn);
  const offset = useStore(lock.offset);
  const together = useRef<HTMLButtonElement>(null);
  return (
    <div
      role="toolbar"
      aria-label={t("viewer.compare.tools")}
      className="plate absolute inset-x-0 edge-top z-2 mx-auto flex w-fit p-[3px]"
    >
      <div className="me-1 flex gap-0.5 border-e border-white/10 pe-1">
        {modes.map((way) => (
          <PlainIconButton
            key={way}
            {...look}
            icon={icons[way]}
            label={t(`viewer.compare.modes.${way}`)}
            isPressed={way === now}
            onPress={() => mode.set(way)}
            className="lg:ps-2.5 lg:pe-3"
          >
            <span className="max-lg:hidden">{t(`viewer.compare.modes.${way}`)}</span>
          </PlainIconButton>
        ))}
      </div>
      <PlainIconButton
        {...look}
        buttonRef={together}
        icon={isLocked ? Lock : LockOpen}
        label={t(isLocked ? "viewer.compare.unlock" : "viewer.compare.lock")}
        isPressed={isLocked}
        onPress={() => lock.isOn.set(!isLocked)}
      />
      {!isNoOffset(offset) && (
        <PlainIconButton
          {...look}
          points
          icon={Undo2}
          label={t("viewer.compare.reset")}
          onPress={() => {
            lock.reset();
            together.current?.focus({ preventScroll: true });
          }}
        />
      )}
      {mayPrint && (
        <PlainIconButton
          {...look}
          icon={FileText}
          label={t("viewer.compare.pdf")}
          onPress={() => download(comparison)}
        />
      )}
      <PlainIconButton {...look} icon={Share} label={t("viewer.actions.share")} onPress={openShare} />
      <PlainIconButton {...look} icon={X} label={t("viewer.compare.close")} onPress={close} />
    </div>
  );
}
