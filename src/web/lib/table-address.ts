/** The URL of a table's CSV export, with the filters of the list on screen; empty ones are left out. */
export function tableAddress(
  path: `/api/${string}`,
  query: Readonly<Record<string, string | number | boolean | null>>,
): string {
  const told = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === "" || value === false) continue;
    told.append(name, value === true ? "1" : String(value));
  }
  const text = told.toString();
  return text === "" ? path : `${path}?${text}`;
}
