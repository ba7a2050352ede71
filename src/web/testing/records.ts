import type { BillingSummary } from "#contract/billing.ts";
import type { Project } from "#contract/projects.ts";
import type { Room, VisitRow } from "#contract/visits.ts";

/** A project with all permissions, as the server returns it. */
export function aProject(change: Partial<Project> = {}): Project {
  return {
    id: 1,
    id_project: 1,
    code: "prj2345678",
    project_code: "prj2345678",
    name: "Tower B",
    description: "",
    status: "Design",
    location: "",
    latitude: null,
    longitude: null,
    time_zone: "UTC",
    year: 2026,
    num_buildings: 1,
    num_floors: 3,
    area: 0,
    active: true,
    validated: true,
    is_public: false,
    starred: false,
    role: "owner",
    owner: { id_user: 1, name: "Site Office", code: "usr2345678", avatar: null },
    type: null,
    categories: [],
    thumbnail: null,
    cover: null,
    cover_card: null,
    has_cover: false,
    member_count: 1,
    visit_count: 2,
    room_count: 0,
    last_visit_date: null,
    created_at: "2026-11-01T08:00:00.000Z",
    updated_at: "2026-11-01T08:00:00.000Z",
    can: {
      view: true,
      follow: true,
      edit: true,
      activate: true,
      publish: true,
      validate: false,
      delete: true,
      add_visit: true,
      view_visits: true,
      view_team: true,
      view_activity: true,
      manage_team: true,
      transfer: true,
      leave: false,
      export: true,
    },
    ...change,
  };
}

/** A visit of that project. */
export function aVisit(change: Partial<VisitRow> = {}): VisitRow {
  const id = change.id ?? 3;
  return {
    id,
    id_visit: id,
    code: "vst2345678",
    name: "Week 11",
    description: "",
    id_user: 1,
    author: "site-manager",
    id_project: 1,
    project: "Tower B",
    visit_date: "2026-11-02T08:00:00.000Z",
    starred: false,
    room_count: 0,
    processing_count: 0,
    thumbnail: null,
    cover: null,
    cover_card: null,
    created_at: "2026-11-02T08:00:00.000Z",
    updated_at: "2026-11-02T08:00:00.000Z",
    can: { view: true, edit: true, delete: true, add_room: true },
    ...change,
  };
}

/** A room of that visit, with its picture ready. */
export function aRoom(change: Partial<Room> = {}): Room {
  const id = change.id ?? 1;
  return {
    id,
    id_room: id,
    id_visit: 3,
    name: "hall",
    order: 0,
    north: 0,
    has_north: true,
    captured_at: null,
    file: "hall.jpg",
    picture: {
      state: "ready",
      problem: null,
      width: 3840,
      height: 1920,
      tile_size: 512,
      levels: [{ width: 3840, height: 1920 }],
      area: null,
      pose: null,
      tiles: null,
      base: null,
      thumbnail: null,
      card: null,
      poster: null,
    },
    ...change,
  };
}

/** For a user without a plan and without an invoice. */
export function aSummary(but: Partial<BillingSummary> = {}): BillingSummary {
  return {
    plan: null,
    next_plan: null,
    requested_plan: null,
    projects: [],
    channels: [],
    currentBill: { amount: 0, currency: "USD" },
    billingCycle: null,
    daysRemaining: 0,
    nextBillingDate: null,
    unpaid: { amount: 0, currency: "USD" },
    unpaidInvoices: [],
    paymentDeadline: null,
    hasUnpaidBills: false,
    isReadOnly: false,
    ...but,
  };
}
