import { useNavigate, useSearch } from "@tanstack/react-router";
import { type Address, oneOf, searchOf } from "#web/lib/list-state.ts";

export const tabs = ["files", "sheets"] as const;
export type Tab = (typeof tabs)[number];

/** Where in somebody's account at Autodesk the screen stands; all of it is in the address. */
export interface BrowseAddress {
  readonly hub: string | null;
  readonly project: string | null;
  /** From the folder at the top down to the one that is open. */
  readonly folders: readonly string[];
  readonly tab: Tab;
  /** The file whose versions are shown. */
  readonly item: string | null;
  /** The model that is looked at, and the view of it. */
  readonly model: string | null;
  readonly view: string | null;
  readonly search: string;
  /** Of a hub: without the projects that are linked. */
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

/** Stands in no id of theirs. */
const between = "~";

/** The place that an address names; whatever makes no sense there counts as not said. */
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

/** The address of a place. */
export function browseHref(place: Partial<BrowseAddress>): string {
  const query = new URLSearchParams(
    Object.entries(told(place)).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return query === "" ? "/autodesk" : `/autodesk?${query}`;
}

/** The place, and how to change something of it without a step in the history: what is searched for, a tab. */
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
