import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { LineOnPlan, OnPlan } from "./on-plan.tsx";
import type { Point } from "./plan-frame.ts";

/** The ends of a line being drawn: none, one or two. */
export type Ends = readonly Point[];

/** A press adds an end; the third press begins a new line. */
export const withEnd = (ends: Ends, point: Point): Ends => (ends.length < 2 ? [...ends, point] : [point]);

/** A line with two ends to drag; an arrow's second end has a head. */
export function DrawnLine({
  ends,
  onEnds,
  isArrow = false,
}: {
  ends: Ends;
  onEnds: (ends: Ends) => void;
  isArrow?: boolean;
}) {
  const t = useText();
  const [from, to] = ends;
  const put = (at: number) => (point: Point) =>
    onEnds(ends.map((end, index) => (index === at ? point : end)));
  return (
    <>
      {from && to && <LineOnPlan from={from} to={to} />}
      {ends.map((end, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the first end and the second are what they are
        <OnPlan key={at} point={end} onDrag={put(at)} onMove={put(at)} isRaised>
          <End label={t(at === 0 ? "sheets.line_start" : "sheets.line_end")}>
            {isArrow && at === 1 && <span className="text-xs leading-none font-strong">N</span>}
          </End>
        </OnPlan>
      ))}
    </>
  );
}

function End({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <span className="absolute flex size-11 -translate-1/2 cursor-grab touch-none items-center justify-center">
      <span className="sr-only">{label}</span>
      <span className="flex size-5 items-center justify-center rounded-full border-2 border-white bg-accent text-white shadow-float">
        {children}
      </span>
    </span>
  );
}
