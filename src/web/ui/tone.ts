/** A status as colour; always beside a text or an icon, never by colour alone. */
export type Tone = "neutral" | "accent" | "ok" | "warn" | "bad" | "info" | "note";

export const softTone: Record<Tone, string> = {
  neutral: "bg-plain-soft text-ink-muted",
  accent: "bg-accent-soft text-accent-text",
  ok: "bg-ok-soft text-ok-text",
  warn: "bg-warn-soft text-warn-text",
  bad: "bg-bad-soft text-bad-text",
  info: "bg-info-soft text-info-text",
  note: "bg-note-soft text-note-text",
};

export const dotTone: Record<Tone, string> = {
  neutral: "bg-ink-faint",
  accent: "bg-accent",
  ok: "bg-ok",
  warn: "bg-warn",
  bad: "bg-bad",
  info: "bg-info",
  note: "bg-note",
};

export const textTone: Record<Tone, string> = {
  neutral: "text-ink-muted",
  accent: "text-accent-text",
  ok: "text-ok-text",
  warn: "text-warn-text",
  bad: "text-bad-text",
  info: "text-info-text",
  note: "text-note-text",
};
