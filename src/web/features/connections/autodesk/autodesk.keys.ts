/** Every Autodesk query has the prefix `all`; those that need the connection, `content`. */
export const adskKeys = {
  all: ["autodesk"],
  config: ["autodesk", "config"],
  auth: ["autodesk", "auth"],
  links: ["autodesk", "links"],
  syncs: ["autodesk", "syncs"],
  content: ["autodesk", "content"],
  hubs: ["autodesk", "content", "hubs"],
  projects: ["autodesk", "content", "projects"],
  projectsOf: (hub: string, unlinked: boolean) => ["autodesk", "content", "projects", hub, unlinked],
  folder: (hub: string, project: string, folder: string | null) => [
    "autodesk",
    "content",
    "folder",
    hub,
    project,
    folder,
  ],
  versions: (project: string, item: string) => ["autodesk", "content", "versions", project, item],
  sheets: (project: string) => ["autodesk", "content", "sheets", project],
  manifest: (urn: string) => ["autodesk", "content", "manifest", urn],
} as const;
