import { limits } from "#contract/limits.ts";
import { AppError } from "#server/platform/errors.ts";
import type { ExportsRepository } from "./exports.repository.ts";

/**
 * Exports that are streamed count together with those that are built: the same limits per project and per user. Streams
 * of this process are known to it alone; a download in a browser cannot wait in a queue, so one too many is refused,
 * and the screen offers to have it built, where it waits.
 */
export function createDirectDownloads(repository: Pick<ExportsRepository, "building">) {
  const sent: { readonly id_project: number; readonly id_user: number }[] = [];

  const isFree = async (id_project: number, id_user: number): Promise<boolean> => {
    const { ofProject, ofPerson } = await repository.building(id_project, id_user);
    const here = (same: (one: (typeof sent)[number]) => boolean) => sent.filter(same).length;
    return (
      ofProject + here((one) => one.id_project === id_project) < limits.export.perProjectAtOnce &&
      ofPerson + here((one) => one.id_user === id_user) < limits.export.perPersonAtOnce
    );
  };

  return {
    isFree,
    /** @throws AppError EXPORT_BUSY. Returns a function that releases the slot; it may be called twice. */
    async enter(id_project: number, id_user: number): Promise<() => void> {
      const one = { id_project, id_user };
      if (!(await isFree(id_project, id_user))) throw new AppError("EXPORT_BUSY");
      sent.push(one);
      return () => {
        const at = sent.indexOf(one);
        if (at !== -1) sent.splice(at, 1);
      };
    },
  };
}
