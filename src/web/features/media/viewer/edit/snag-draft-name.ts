/** A user has one unfinished snag per room. */
export const snagDraftName = (id_visit: number, id_room: number) => `snag:${id_visit}:${id_room}`;
