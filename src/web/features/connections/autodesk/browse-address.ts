import { useNavigate, useSearch } from "@tanstack/react-router";
import { type Address, oneOf, searchOf } from "#web/lib/list-state.ts";

export const tabs = ["files", "sheets"] as const;
export type Tab = (typeof tabs)[number];

/** Current location in an Autodesk account; all of it is in the address. */
export interface BrowseAddress {
  readonly hub: string | null;
  readonly project: string | null;
  /** From the top-level folder down to the open one. */
  readonly folders: readonly string[];
  readonly tab: Tab;
  /** The file whose versions are shown. */
  readonly item: string | null;
  /** The open model, and the view of it. */
  readonly model: string | null;
  readonly view: string | null;
  readonly search: string;
  /** In a hub: only projects that are not linked. */
  readonly unlinked: boolean;
}

export const startAddress: BrowseAddress = {
  hub: null,
  project: null,
  folders: [],
  tab: "files",
  item: null,
  model: null,
  view: null,
  search: "",
  unlinked: false,
};

/** A character that is in none of their ids. */
const between = "~";

/** The location that an address names; invalid parts count as missing. */
export function readBrowseAddress(address: Address): BrowseAddress {
  const text = (name: string): string | null => {
    const value = address[name];
    return (typeof value === "string" || typeof value === "number") && value !== "" ? String(value) : null;
  };
  const hub = text("hub");
  const project = hub === null ? null : text("project");
  const isInside = project !== null;
  return {
    hub,
    project,
    folders: isInside
      ? (text("folder")
          ?.split(between)
          .filter((id) => id !== "") ?? [])
      : [],
    tab: oneOf(tabs, address["tab"]) ?? startAddress.tab,
    item: isInside ? text("item") : null,
    model: isInside ? text("model") : null,
    view: isInside ? text("view") : null,
    search: searchOf(address),
    unlinked: address["unlinked"] === 1,
  };
}

function told(place: Partial<BrowseAddress>): Record<string, string | number> {
  const { hub, project, folders, tab, item, model, view, search, unlinked } = { ...startAddress, ...place };
  return {
    ...(hub !== null && { hub }),
    ...(project !== null && { project }),
    ...(folders.length > 0 && { folder: folders.join(between) }),
    ...(tab !== startAddress.tab && { tab }),
    ...(item !== null && { item }),
    ...(model !== null && { model }),
    ...(view !== null && { view }),
    ...(search !== "" && { search }),
    ...(unlinked && { unlinked: 1 }),
  };
}

/** The address of a location. */
export function browseHref(place: Partial<BrowseAddress>): string {
  const query = new URLSearchParams(
    Object.entries(told(place)).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return query === "" ? "/autodesk" : `/autodesk?${query}`;
}

/** The location, and a function that changes part of it without a history entry: a search text, a tab. */
export function useBrowseAddress(): [BrowseAddress, (next: Partial<BrowseAddress>) => void] {
  const place = readBrowseAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  return [
    place,
    (next) =>
      void navigate({
        to: ".",
        search: told({ ...place, ...next }) as never,
        replace: true,
        resetScroll: false,
      }),
  ];
}
