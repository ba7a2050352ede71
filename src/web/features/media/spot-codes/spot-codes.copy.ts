import { call } from "#web/lib/client.ts";
import type { CopyScope } from "#web/lib/copy-part.ts";
import { spotList, spotsPerPage } from "./spot-codes.queries.ts";

/** Labels of so many rooms open without a connection. */
const pages = 6;

/** The project's spots with their codes, so that a scanned label opens its room. */
export async function copySpotCodes({ project: { id, can }, load, signal }: CopyScope): Promise<void> {
  if (can["view_visits"] !== true) return;
  for (let page = 1; page <= pages; page += 1) {
    const spots = await load({
      queryKey: ["spot-codes", "list", id, { ...spotList.plain, page }],
      queryFn: () =>
        call(
          "GET /api/projects/{id}/spot-codes",
          { params: { id }, query: { page, per_page: spotsPerPage } },
          { signal },
        ),
    });
    if (spots === undefined || page * spotsPerPage >= spots.total) return;
  }
}
