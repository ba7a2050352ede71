import type { LogEntry } from "#contract/administration.ts";

/** Pages by kind of subject. A subject without a page of its own uses its project's. */
const pages: Readonly<Record<string, (id: number) => string>> = {
  project: (id) => `/project/${id}`,
  team: (id) => `/project/${id}`,
  export: (id) => `/project/${id}`,
  visit: (id) => `/editvisit/${id}`,
  video: (id) => `/videos/${id}/watch`,
  channel: (id) => `/editchannel/${id}`,
  camera: (id) => `/cameras/${id}`,
  sheet: (id) => `/editsheet/${id}`,
  snag: (id) => `/snags/${id}`,
  user: (id) => `/edituser/${id}`,
  plan: (id) => `/editplan/${id}`,
  invoice: (id) => `/invoices/${id}`,
  tier: () => "/tiers",
  category: () => "/categories",
  project_type: () => "/categories",
};

/** Page of the entry's subject; null for a deleted one or one without a page. */
export function subjectAddress({ action, subject, id_project }: LogEntry): string | null {
  const [kind = "", verb = ""] = action.split(".");
  if (kind === "settings") return "/settings";
  if (verb === "deleted" || verb === "purged") return null;
  const page = subject === null ? undefined : pages[subject.kind];
  if (page !== undefined && subject?.id != null) return page(subject.id);
  return id_project === null ? null : `/project/${id_project}`;
}
