import { type SnagStatus, snagStatuses } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { Sheet } from "#contract/sheets.ts";
import type { Snag } from "#contract/snags.ts";
import { call } from "#web/lib/client.ts";
import type { CopyScope } from "#web/lib/copy-part.ts";
import { listQuery, type SnagQuery, snagKeys } from "./snags.queries.ts";

const open: readonly SnagStatus[] = snagStatuses.filter((status) => status !== "closed");
/** Cards of a column of the board at first, pins on a floor plan, snags on the project's page. */
const sizes = { column: 25, plan: 100, panel: 5, page: 100 } as const;

/** The project's open snags with comments and photos, and the lists in which they are found. */
export async function copySnags(scope: CopyScope): Promise<void> {
  const { project, load, note, signal } = scope;
  if (project.can["view_snags"] !== true && project.role === null) return;
  const id_project = project.id;
  await load({
    queryKey: snagKeys.choices(id_project),
    queryFn: () => call("GET /api/annotations/choices", { query: { id_project } }, { signal }),
  });
  await copyProjectChoice(scope);
  for (const query of listsOf(id_project)) await load(listQuery(query));
  const sheets = await load({
    queryKey: ["sheets", "list", id_project],
    queryFn: () => call("GET /api/maps", { query: { id_project } }, { signal }),
  });
  for (const { id } of (sheets ?? []).filter(hasPlan))
    await load(listQuery({ id_project, id_sheet: id, sort: "updated", per_page: sizes.plan }));
  const snags = await openSnags(scope);
  for (const snag of snags) await copySnag(scope, snag);
  // Files of one kind together: their sizes are estimated from samples all over the list.
  const photos = snags.flatMap((snag) => snag.photos);
  const people = snags.flatMap(({ assignee, author }) => [assignee?.avatar, author?.avatar]);
  scope.files(
    "snags",
    [snags, photos].flatMap((all) => all.map(({ thumbnail }) => thumbnail)),
  );
  scope.files(
    "snags",
    photos.map(({ url }) => url),
  );
  scope.files("other", people);
  note({ snags: snags.length });
}

const hasPlan = ({ image }: Sheet): boolean => image !== null;

/** The lists that the project's page, the list, the board and its columns show first. */
function listsOf(id_project: number): SnagQuery[] {
  const ofPanel: SnagQuery[] = [
    { id_project, per_page: sizes.panel },
    { id_project, overdue: true, per_page: 1 },
    { id_project, mine: true, status: open, sort: "due", per_page: sizes.panel },
  ];
  const columns = snagStatuses.map(
    (status): SnagQuery => ({ id_project, status: [status], per_page: sizes.column }),
  );
  const byStatus = open.map((status): SnagQuery => ({ id_project, status: [status] }));
  return [{ id_project }, { id_project, overdue: true }, ...ofPanel, ...columns, ...byStatus];
}

/** The projects that the snag screen offers; equal for all copies. */
async function copyProjectChoice({ load, signal }: CopyScope): Promise<void> {
  for (const may of [undefined, "add_snag"] as const)
    await load({
      queryKey: ["projects", "found", may ?? null],
      queryFn: () =>
        call(
          "GET /api/projects",
          { query: { per_page: 100, sort: "name", ...(may && { may }) } },
          { signal },
        ),
    });
}

async function openSnags({ project, signal }: CopyScope): Promise<readonly Snag[]> {
  const found: Snag[] = [];
  for (let page = 1; found.length < limits.copies.snags; page += 1) {
    const by: SnagQuery = {
      id_project: project.id,
      status: open,
      sort: "updated",
      per_page: sizes.page,
      page,
    };
    const { items, total } = await listQuery(by).queryFn({ signal });
    found.push(...items);
    if (items.length === 0 || found.length >= total) break;
  }
  return found.slice(0, limits.copies.snags);
}

/** A list holds each snag as its panel does; only its comments are loaded, where there are any. */
async function copySnag({ load, store, signal }: CopyScope, snag: Snag): Promise<void> {
  const { id } = snag;
  store(snagKeys.one(id), snag);
  if (snag.comment_count === 0) return store(snagKeys.comments(id), []);
  await load({
    queryKey: snagKeys.comments(id),
    queryFn: () => call("GET /api/annotations/{id}/comments", { params: { id } }, { signal }),
  });
}
