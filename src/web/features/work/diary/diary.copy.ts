import { limits } from "#contract/limits.ts";
import { call } from "#web/lib/client.ts";
import type { CopyScope } from "#web/lib/copy-part.ts";
import { daysPerPage } from "./days-per-page.ts";

/** The newest days of the site diary. */
export async function copyDiary({ project: { id, can }, load, files, signal }: CopyScope): Promise<void> {
  if (can["view_snags"] !== true) return;
  const days = await load({
    queryKey: ["diary", "days", id, 1],
    queryFn: () =>
      call(
        "GET /api/projects/{id}/diary",
        { params: { id }, query: { page: 1, per_page: daysPerPage } },
        { signal },
      ),
  });
  for (const { day } of days?.items.slice(0, limits.copies.days) ?? []) {
    const shown = await load({
      queryKey: ["diary", "day", id, day],
      queryFn: () => call("GET /api/projects/{id}/diary/{day}", { params: { id, day } }, { signal }),
    });
    for (const { photos } of shown?.entries ?? [])
      files(
        "other",
        photos.map(({ thumbnail }) => thumbnail),
      );
  }
}
