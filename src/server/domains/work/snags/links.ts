/** Link that opens a snag, and that of a project's list. */
export const snagLink = (id: number): string => `/snags/${id}`;
export const listLink = (projectId: number): string => `/snags?id_project=${projectId}`;
