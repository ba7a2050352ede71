/** A calendar day (`2026-03-31`) as an instant that is on that day in the user's time zone. */
export const dayOf = (day: string): Date => new Date(`${day.slice(0, 10)}T12:00:00`);

/** The preceding calendar day. */
export function dayBefore(day: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}
