import type { ReactNode, RefObject } from "react";

export interface PlayerFrameProps {
  kind: "film" | "live" | "camera";
  /** Label of the player among the regions of a page. */
  label: string;
  frameRef: RefObject<HTMLElement | null>;
  /** Its state, for tests and styles. */
  state: string;
  /** Whether the picture moves. */
  isMoving?: boolean;
  shape?: "sphere" | "flat";
  /** Shown over the upper edge of the picture. */
  head?: ReactNode;
  children: ReactNode;
}

/** A player that fills its container. Always dark, in any theme of the page: the picture is the light. */
export function PlayerFrame(props: PlayerFrameProps) {
  const { kind, label, frameRef, state, isMoving, shape, head, children } = props;
  return (
    <section
      ref={frameRef}
      aria-label={label}
      data-theme="dark"
      data-player={kind}
      data-state={state}
      data-shape={shape}
      data-moving={isMoving === true ? "" : undefined}
      className="group/player absolute inset-0 overflow-hidden bg-sunken text-sm text-ink data-idle:cursor-none data-idle:[&_canvas]:cursor-none! [&_.panorama:focus-visible]:-outline-offset-3"
    >
      <div className="pointer-events-none absolute inset-x-0 top-0 z-1">{head}</div>
      {children}
    </section>
  );
}
