import type { Project } from "#contract/projects.ts";
import { createStore, useStore } from "#web/lib/store.ts";

/** The project's fields for messages. */
export type KnownProject = Pick<Project, "id" | "code" | "name">;

/** Projects to which this user lost access while this page was open. */
const lost = createStore<readonly KnownProject[]>([]);

const without = (id: number) => lost.get().filter((project) => project.id !== id);

export const lose = (project: KnownProject): void => lost.set([...without(project.id), project]);
export const regain = (id: number): void => lost.set(without(id));

/** The lost project in an address, by its number or its code. */
export function useLost(address: string): KnownProject | undefined {
  return useStore(lost).find(({ id, code }) => String(id) === address || code === address);
}
