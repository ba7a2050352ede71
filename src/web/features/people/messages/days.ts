import { useSyncExternalStore } from "react";
import type { Message } from "#contract/messages.ts";

/** The calendar day of an instant in the browser's time zone: `2026-11-20`. */
export function dayOf(instant: string | Date): string {
  const at = typeof instant === "string" ? new Date(instant) : instant;
  const two = (number: number) => String(number).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Whole days from one day to another; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** The current day, updated at midnight. */
export function useToday(): string {
  return useSyncExternalStore(
    (changed) => {
      const timer = setInterval(changed, 60_000);
      return () => clearInterval(timer);
    },
    () => dayOf(new Date()),
  );
}

export interface Day {
  readonly day: string;
  /** Runs of messages by one person without a longer pause, the oldest first. */
  readonly runs: readonly (readonly Message[])[];
}

/** Milliseconds after which a message by the same person begins a new run. */
const pause = 5 * 60_000;

/** Groups messages by day and by runs of one sender, the oldest first. */
export function byDay(newestFirst: readonly Message[]): Day[] {
  const days: { day: string; runs: Message[][] }[] = [];
  for (const message of newestFirst.toReversed()) {
    const day = dayOf(message.created_at);
    const last = days.at(-1);
    const run = last?.runs.at(-1);
    const before = run?.at(-1);
    if (last?.day !== day) days.push({ day, runs: [[message]] });
    else if (run && before && belongs(before, message)) run.push(message);
    else last.runs.push([message]);
  }
  return days;
}

const belongs = (before: Message, message: Message) =>
  before.sender_id === message.sender_id &&
  Date.parse(message.created_at) - Date.parse(before.created_at) < pause;
