import { useNavigate, useSearch } from "@tanstack/react-router";
import { type Address, pageOf, positive } from "#web/lib/list-state.ts";
import { useUser } from "#web/lib/session.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";

export const wallSizes = [1, 2, 3, 4] as const;
/** Tiles per side. */
export type WallSize = (typeof wallSizes)[number];

/** Tiles per side for this many cameras: a few of them fill the wall instead of leaving most of it black. */
export function fittingSize(size: WallSize, cameras: number): WallSize {
  return wallSizes.find((side) => side ** 2 >= cameras && side < size) ?? size;
}

export interface WallState {
  readonly size: WallSize;
  readonly project: number | null;
  /** Cameras on the wall, in order; null means all, by name. */
  readonly cameras: readonly number[] | null;
  readonly page: number;
}

/** Reads a wall from its address; missing values are those of the last use. */
export function readWall(address: Address, left: Partial<WallState>): WallState {
  const size = wallSizes.find((one) => one === address["size"]);
  return {
    size: size ?? left.size ?? 2,
    project: positive(address["project"]),
    cameras: "cameras" in address ? readIds(address["cameras"]) : (left.cameras ?? null),
    page: pageOf(address),
  };
}

function readIds(written: unknown): readonly number[] | null {
  const ids = String(written)
    .split("-")
    .map(positive)
    .filter((id) => id !== null);
  return ids.length === 0 ? null : [...new Set(ids)];
}

/**
 * The address that shows the same wall to another user. Joined by a dash: numbers joined by a dot would be parsed as a
 * number, and 5.20 is 5.2.
 */
export function writeWall({ size, project, cameras, page }: WallState): Record<string, string | number> {
  const [only] = cameras ?? [];
  return {
    size,
    ...(project !== null && { project }),
    ...(cameras !== null &&
      only !== undefined && { cameras: cameras.length === 1 ? only : cameras.join("-") }),
    ...(page > 1 && { page }),
  };
}

type Left = Record<string, Partial<WallState> | undefined>;

/** Walls by user and project: several users may share one screen. */
const nameOf = (user: number, project: number | null) => `${user}/${project ?? "all"}`;

function allLeft(): Left {
  try {
    return JSON.parse(recall(storageKeys.cameraWall) ?? "{}") as Left;
  } catch {
    return {};
  }
}

export function useWall(): [WallState, (change: Partial<WallState>) => void] {
  const address = useSearch({ strict: false }) as Address;
  const navigate = useNavigate();
  const user = useUser()?.id ?? 0;
  const left = allLeft();
  const state = readWall(address, left[nameOf(user, positive(address["project"]))] ?? {});
  const change = (next: Partial<WallState>) => {
    const other = "project" in next ? (left[nameOf(user, next.project ?? null)] ?? {}) : {};
    const whole: WallState = {
      ...state,
      page: 1,
      ...("project" in next && { cameras: other.cameras ?? null }),
      ...next,
    };
    const { size, cameras } = whole;
    remember(
      storageKeys.cameraWall,
      JSON.stringify({ ...left, [nameOf(user, whole.project)]: { size, cameras } }),
    );
    void navigate({ to: ".", search: writeWall(whole) as never, replace: true, resetScroll: false });
  };
  return [state, change];
}
