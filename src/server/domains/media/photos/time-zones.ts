/** The time zone of that name; UTC when there is none. */
export function zoneOf(name: string | undefined): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name ?? "UTC" }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The clock of the zone at an instant, in milliseconds as if the clock were at UTC. */
function wallClock(at: Date, zone: string): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
  formats.set(zone, format);
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The instant at which the clock of the zone shows `2026-03-14T09:26:53`; in the hour that a clock skips, one near it. */
export function instantIn(wallTime: string, zone: string): Date {
  const wanted = Date.parse(`${wallTime}Z`);
  const offsetAt = (instant: number) => wallClock(new Date(instant), zone) - instant;
  const first = wanted - offsetAt(wanted);
  return new Date(wanted - offsetAt(first));
}

/** `2026-03-14`: the day that the calendar of the zone shows. */
export const dayIn = (at: Date, zone: string): string =>
  new Date(wallClock(at, zone)).toISOString().slice(0, 10);

/** The instants between which the days lie: from the first one's start up to the last one's end, exclusive. */
export function daysBetween(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  zone: string,
): { readonly after?: Date; readonly before?: Date } {
  const next = (day: string) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return {
    ...(from !== undefined && { after: instantIn(`${from}T00:00:00`, zone) }),
    ...(to !== undefined && { before: instantIn(`${next(to)}T00:00:00`, zone) }),
  };
}
