import type { LogEntry } from "#contract/administration.ts";

/** Where things of a kind are looked at. Of those without a page of their own their project's is. */
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

/** Where what it was done to is found; null for what is gone or has no page. */
export function subjectAddress({ action, subject, id_project }: LogEntry): string | null {
  const [kind = "", verb = ""] = action.split(".");
  if (kind === "settings") return "/settings";
  if (verb === "deleted" || verb === "purged") return null;
  const page = subject === null ? undefined : pages[subject.kind];
  if (page !== undefined && subject?.id != null) return page(subject.id);
  return id_project === null ? null : `/project/${id_project}`;
}
