import type { Snag } from "#contract/snags.ts";

/** Builds a snag with all permissions, in the shape of the server's answer: on a floor plan, overdue. */
export function aSnag(change: Partial<Snag> = {}): Snag {
  const id = change.id ?? 11;
  return {
    id,
    id_annotation: id,
    number: id,
    guid: "0b3c2f0a-1111-4222-8333-444455556666",
    id_project: 1,
    project: "Tower B",
    id_visit: 3,
    visit: "Week 11",
    visit_code: "vst2345678",
    id_room: 7,
    room: "Hall",
    title: "Crack above the window",
    text: "",
    status: "open",
    priority: "normal",
    trade: "",
    assignee: null,
    invited: null,
    crew: null,
    dispute: "",
    due_date: null,
    is_overdue: false,
    yaw: 12.34,
    pitch: -5,
    fov: 70,
    id_sheet: 5,
    sheet: "Ground floor",
    x: 0.25,
    y: 0.5,
    thumbnail: null,
    author: { id_user: 1, name: "Site Office", code: "usr2345678", avatar: null },
    photos: [],
    comment_count: 0,
    version: 1,
    created_at: "2026-11-02T08:00:00.000Z",
    captured_at: null,
    updated_at: "2026-11-02T08:00:00.000Z",
    closed_at: null,
    can: { view: true, edit: true, answer: true, comment: true, delete: true },
    ...change,
  };
}

const counted = (snags: readonly Snag[]) => {
  const counts = { open: 0, in_work: 0, ready: 0, closed: 0, disputed: 0 };
  for (const { status } of snags) counts[status] += 1;
  return counts;
};

/** A page of a list as the server answers it: filtered by status, like a column of the board. */
export function listed(all: readonly Snag[], query: URLSearchParams) {
  const status = query.get("status")?.split(",");
  const items = all.filter((snag) => status === undefined || status.includes(snag.status));
  return { items, total: items.length, page: 1, per_page: 50, counts: counted(all) };
}
