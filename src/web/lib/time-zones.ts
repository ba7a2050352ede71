/** Time zones known to this browser, and the stored one even if it is unknown, for a select. */
export function timeZonesWith(zone: string): { value: string; label: string }[] {
  return [...new Set([zone, ...Intl.supportedValuesOf("timeZone")])]
    .toSorted()
    .map((value) => ({ value, label: value.replaceAll("_", " ") }));
}

/** The time zone of this device. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
