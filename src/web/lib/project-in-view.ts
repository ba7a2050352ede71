import { useEffect } from "react";
import type { Creation } from "./creation.ts";
import { createStore, useStore } from "./store.ts";

/** The project whose page is on screen, and what the signed-in user may do in it. */
interface ProjectInView {
  readonly id: number;
  readonly can: Readonly<Record<string, boolean>>;
}

const current = createStore<ProjectInView | null>(null);

/** Called by pages of one project: records created from there start in that project. */
export function useProjectInView({ id, can }: ProjectInView): void {
  useEffect(() => {
    const mine = { id, can };
    current.set(mine);
    // The next page of a project may have registered itself already.
    return () => void (current.get() === mine && current.set(null));
  }, [id, can]);
}

const rights = {
  visit: "add_visit",
  video: "add_video",
  camera: "add_camera",
  channel: "add_channel",
  snag: "add_snag",
} as const satisfies Record<Exclude<Creation["kind"], "project">, string>;

/**
 * The start of a creation from the header: in the project on screen where it allows that, otherwise the form asks for
 * the project. While the page of a project loads, the project of its address: the form learns then whether it allows
 * that.
 */
function creationFrom(kind: Creation["kind"], project: ProjectInView | null): Creation {
  if (kind === "project") return { kind };
  const id = project === null ? projectInAddress() : project.can[rights[kind]] === true ? project.id : null;
  return id === null ? { kind } : { kind, id_project: id };
}

function projectInAddress(): number | null {
  const [, id] = /^\/project\/(\d+)$/.exec(location.pathname) ?? [];
  return id === undefined ? null : Number(id);
}

export const useCreationHere = (): ((kind: Creation["kind"]) => Creation) => {
  const project = useStore(current);
  return (kind) => creationFrom(kind, project);
};
