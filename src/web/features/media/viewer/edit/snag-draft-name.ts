/** A person has one unfinished snag a room. */
export const snagDraftName = (id_visit: number, id_room: number) => `snag:${id_visit}:${id_room}`;
