import pg from "pg";
import { vi } from "vitest";

/** Number of statements that this process sends to its database during `work`, from any source. */
export async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}
