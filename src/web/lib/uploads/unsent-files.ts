import { leftOf, ownBatches } from "./kept-records.ts";
import { browserShelf } from "./records.ts";

/** Files of a user's uploads that are stored on this device and have not arrived, in their order. */
export async function unsentFiles(user: number): Promise<{ name: string; content: File }[]> {
  const records = await browserShelf().all();
  return ownBatches(records, user).flatMap(({ id }) =>
    leftOf(records, id).left.map(({ name, file }) => ({ name: file.name || name, content: file })),
  );
}
