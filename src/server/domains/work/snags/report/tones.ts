import type { SnagPriority, SnagStatus } from "#contract/choices.ts";

export interface Tone {
  readonly full: string;
  readonly soft: string;
  readonly text: string;
}

const tones = {
  bad: { full: "#ce2228", soft: "#ffeae9", text: "#b71920" },
  warn: { full: "#e89719", soft: "#ffefd1", text: "#814802" },
  info: { full: "#007bad", soft: "#e0f4fe", text: "#005c88" },
  ok: { full: "#0e8142", soft: "#dff8e6", text: "#07602f" },
  note: { full: "#7e4ac2", soft: "#f4ecfe", text: "#6938a7" },
} as const satisfies Record<string, Tone>;

/** The same as on every screen: see `snag-look` of the web app. */
export const statusTones: Readonly<Record<SnagStatus, Tone>> = {
  open: tones.bad,
  in_work: tones.warn,
  ready: tones.info,
  closed: tones.ok,
  disputed: tones.note,
};

/** How many of three bars are filled; four is critical. */
export const priorityBars: Readonly<Record<SnagPriority, number>> = {
  low: 1,
  normal: 2,
  high: 3,
  critical: 4,
};
