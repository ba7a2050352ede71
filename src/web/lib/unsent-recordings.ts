import { databaseSteps } from "./database-steps.ts";
import { voiceDatabase } from "./storage.ts";

const table = "pieces";
const step = databaseSteps(voiceDatabase, [table]);

/** Unsent voice recordings are stored under names that begin with their user (`features/work/voice-notes`). */
export const recordingsOf = (user: number): string => `${user}:`;
/** The end of the one name that each recording has. */
export const recordingHead = ":head";

/** Number of a user's unsent voice recordings on this device. Zero where nothing can be stored. */
export async function countUnsentRecordings(user: number): Promise<number> {
  const names = await namesOf(user).catch(() => []);
  return names.filter((name) => name.endsWith(recordingHead)).length;
}

/** Removes a user's unsent voice recordings. Those of other users of this device stay. Never fails. */
export async function forgetUnsentRecordings(user: number): Promise<void> {
  try {
    for (const name of await namesOf(user)) await step(table, "readwrite", (store) => store.delete(name));
  } catch {
    // Without storage there is nothing to remove.
  }
}

async function namesOf(user: number): Promise<string[]> {
  const names = await step<string[]>(table, "readonly", (store) => store.getAllKeys());
  return names.filter((name) => name.startsWith(recordingsOf(user)));
}
