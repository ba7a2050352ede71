import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";
import { sendCompanion } from "./committing.ts";

/** Statements that are kept planned per connection: all that we have; texts made up as they go are not. */
const maxKept = 500;
const staleAnswer = "0A000";

/**
 * A pool whose connections have PostgreSQL keep the plans of the reads they have seen before: planning most of our
 * reads costs more than running them. Within a transaction nothing is prepared: a plan that a migration of another
 * node has made stale can be given up and asked anew only outside of one.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxKept) return known;
    const name = `read_${names.size}`;
    names.set(text, name);
    return name;
  };
  return {
    options: pool.options,
    connect: async () => new PreparingClient(await pool.connect(), nameOf),
    end: () => pool.end(),
  };
}

class PreparingClient {
  /** The server's process behind this connection, which Kysely names when it cancels a statement. */
  readonly processID: number;
  readonly #client: pg.PoolClient;
  readonly #nameOf: (text: string) => string | undefined;
  #isInTransaction = false;
  #isStale = false;

  constructor(client: pg.PoolClient, nameOf: (text: string) => string | undefined) {
    this.processID = (client as { processID?: number }).processID ?? 0;
    this.#client = client;
    this.#nameOf = nameOf;
  }

  // pg's result is more than what Kysely declares, and cursors are not used here.
  readonly query = (async (text: string, parameters: unknown[]) => {
    if (text === "commit") await sendCompanion(this.#client);
    if (/^(?:begin|start transaction)/.test(text)) this.#isInTransaction = true;
    else if (/^(?:commit|rollback)$/.test(text)) this.#isInTransaction = false;
    const isRead = !this.#isInTransaction && /^\s*(?:select|with)\s/.test(text);
    const name = isRead && !this.#isStale ? this.#nameOf(text) : undefined;
    if (name === undefined) return this.#client.query(text, parameters);
    try {
      return await this.#client.query({ name, text, values: parameters });
    } catch (error) {
      if ((error as { code?: unknown }).code !== staleAnswer) throw error;
      this.#isStale = true;
      return this.#client.query(text, parameters);
    }
  }) as unknown as PostgresPoolClient["query"];

  release(destroy?: boolean): void {
    this.#client.release(destroy === true || this.#isStale);
  }
}
