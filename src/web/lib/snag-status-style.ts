import type { SnagPriority, SnagStatus } from "#contract/choices.ts";
import type { ShapeLook } from "#web/ui/shape-mark.tsx";

/** How the whole product shows the status of a snag: in lists, on floor plans and in pictures, by colour and by shape. */
export const snagStatusStyles: Readonly<Record<SnagStatus, ShapeLook>> = {
  /** A drop, as a map pin. */
  open: { tone: "bad", outline: "M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20Z", sign: "M12 7v6M12 16.5v.5" },
  /** A square with a ramp for work in progress. */
  in_work: {
    tone: "warn",
    outline:
      "M6 2.5h12a3.5 3.5 0 0 1 3.5 3.5v12a3.5 3.5 0 0 1-3.5 3.5H6A3.5 3.5 0 0 1 2.5 18V6A3.5 3.5 0 0 1 6 2.5Z",
    sign: "M8 9h8M8 12h8M8 15h4",
  },
  /** A diamond: needs a review. */
  ready: {
    tone: "info",
    outline:
      "M10.2 1.9a2.5 2.5 0 0 1 3.6 0l8.3 8.3a2.5 2.5 0 0 1 0 3.6l-8.3 8.3a2.5 2.5 0 0 1-3.6 0l-8.3-8.3a2.5 2.5 0 0 1 0-3.6Z",
    sign: "M12 8v4.5l3 1.8",
  },
  closed: {
    tone: "ok",
    outline: "M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20Z",
    sign: "M7.5 12.3l3 3l6-6.6",
  },
  /** A triangle, like a road sign. */
  disputed: {
    tone: "note",
    outline: "M9.8 3a2.5 2.5 0 0 1 4.4 0l8.2 15a2.5 2.5 0 0 1-2.2 3.7H3.8A2.5 2.5 0 0 1 1.6 18Z",
    sign: "M12 9v5M12 17.5v.5",
  },
};

/** How many of three bars a priority fills; critical has a symbol of its own. */
export const priorityBars: Readonly<Record<SnagPriority, number>> = {
  low: 1,
  normal: 2,
  high: 3,
  critical: 4,
};
