import type { Project } from "#contract/projects.ts";
import { createStore, useStore } from "#web/lib/store.ts";

/** A project as far as it is spoken of. */
export type KnownProject = Pick<Project, "id" | "code" | "name">;

/** Projects that were taken from this person while this page was open. */
const lost = createStore<readonly KnownProject[]>([]);

const without = (id: number) => lost.get().filter((project) => project.id !== id);

export const lose = (project: KnownProject): void => lost.set([...without(project.id), project]);
export const regain = (id: number): void => lost.set(without(id));

/** The lost project that an address names by its number or its code. */
export function useLost(address: string): KnownProject | undefined {
  return useStore(lost).find(({ id, code }) => String(id) === address || code === address);
}
