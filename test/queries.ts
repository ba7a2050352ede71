import pg from "pg";
import { vi } from "vitest";

/** How many statements this process sends to its database while `work` is done, whoever sends them. */
export async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}
