import { createContext, use } from "react";
import type { Size } from "./plan-view.ts";
import type { Stage } from "./stage.ts";

export interface PlanAround {
  readonly stage: Stage;
  /** Of the plan at its finest, in pixels. */
  readonly size: Size;
}

export const PlanContext = createContext<PlanAround | null>(null);

/** The plan around: for what stands on it or floats above it. */
export function useFloorPlan(): PlanAround {
  const around = use(PlanContext);
  if (around === null) throw new Error("Only a child of a FloorPlan has a plan.");
  return around;
}
