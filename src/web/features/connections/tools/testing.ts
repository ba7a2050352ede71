import type { ProjectTool, SnagLink, ToolBoardDetail, ToolConnection } from "#contract/tools.ts";
import type { MappedProject, ToolStanding } from "./tools.queries.ts";

export function aConnection(change: Partial<ToolConnection> = {}): ToolConnection {
  return {
    id: 3,
    tool: "trello",
    account: "Site Office",
    way: "sign_in",
    state: "connected",
    connected_at: "2026-11-02T08:00:00.000Z",
    seen_at: "2026-11-03T08:00:00.000Z",
    ...change,
  };
}

/** A tool that is available and not connected. */
export function aStanding(change: Partial<ToolStanding> = {}): ToolStanding {
  return {
    is_on: true,
    off_because: null,
    can_sign_in: true,
    token_page: "https://trello.example/app-key",
    needs_key: false,
    connection: null,
    ...change,
  };
}

export function aBoard(change: Partial<ToolBoardDetail> = {}): ToolBoardDetail {
  return {
    id: "b1",
    name: "Site board",
    place: "Villa works",
    url: "https://trello.example/b/b1",
    sections: [
      { id: "l1", name: "To Do" },
      { id: "l2", name: "Doing" },
      { id: "l3", name: "Done" },
    ],
    statuses: [
      { id: "l1", name: "To Do", color: "", is_done: false },
      { id: "l2", name: "Doing", color: "#e5a11b", is_done: false },
      { id: "l3", name: "Done", color: "#2b8a3e", is_done: true },
    ],
    ...change,
  };
}

export function aProjectTool(change: Partial<ProjectTool> = {}): ProjectTool {
  const { id, name, place, url } = aBoard();
  return {
    tool: "trello",
    id_project: 1,
    board: { id, name, place, url },
    section: { id: "l1", name: "To Do" },
    statuses: { open: "l1", in_work: "l2", ready: null, closed: "l3", disputed: null },
    sends_photos: true,
    sends_all: false,
    connected_by: { id_user: 1, name: "Site Office", account: "Site Office" },
    state: "connected",
    hears_by: "hook",
    link_count: 2,
    can: { edit: true },
    ...change,
  };
}

export const aMappedProject = (change: Partial<MappedProject> = {}): MappedProject => ({
  ...aProjectTool(),
  project: "Tower B",
  ...change,
});

export function aLink(change: Partial<SnagLink> = {}): SnagLink {
  return {
    id: 21,
    tool: "trello",
    id_snag: 11,
    number: 11,
    title: "Crack above the window",
    id_project: 1,
    project: "Tower B",
    state: "sent",
    url: "https://trello.example/c/c11",
    remote_status: "Doing",
    failure: "",
    next_try_at: null,
    synced_at: "2026-11-03T08:00:00.000Z",
    can: { edit: true },
    ...change,
  };
}
