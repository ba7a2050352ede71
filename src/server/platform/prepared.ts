import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";
import { sendCompanion } from "./committing.ts";

/** Statements that are kept planned per connection: all that we have; texts made up as they go are not. */
const maxKept = 500;
const staleAnswer = "0A000";

/** What can be kept planned. Who begins a statement with a remark wants it planned for its values, each time. */
const plannable = /^\s*(?:select|with|insert|update|delete)\s/;
/** Columns that nobody names: `select *`, `returning *`, `p.*`. */
const allColumns = /(?:\bselect|\breturning|,)\s+\*|\.\*/;

/**
 * A pool whose connections have PostgreSQL keep the plans of the statements they have seen before: planning most of
 * ours costs more than running them. A migration of another node makes those stale whose columns nobody names; they
 * are given up and asked anew, which a transaction does not allow: within one they are not kept.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxKept) return known;
    const name = `kept_${names.size}`;
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
    const isKept = plannable.test(text) && !(this.#isInTransaction && allColumns.test(text));
    const name = isKept && !this.#isStale ? this.#nameOf(text) : undefined;
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
