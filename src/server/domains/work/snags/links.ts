/** Where a snag opens, and the list of a project's. */
export const snagLink = (id: number): string => `/snags/${id}`;
export const listLink = (projectId: number): string => `/snags?id_project=${projectId}`;
