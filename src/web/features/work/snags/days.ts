/** Days are written `2026-11-21` and belong to the site's calendar; here they are read in the user's time zone. */

const pad = (value: number) => String(value).padStart(2, "0");

/** The current day in the user's time zone. */
export function today(now = new Date()): string {
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

export const isPast = (day: string, now = new Date()): boolean => day < today(now);

/** Noon of the day in the user's time zone: an instant that is formatted as that very day. */
export function dayAsInstant(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date, 12);
}
