import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";
import { sendCompanion } from "./committing.ts";
import type { SlowQueryLimit } from "./slow-query-limit.ts";
import { type Canceller, withinLimits } from "./statement-limits.ts";

/** Statements that are kept planned per connection: all that we have; texts made up as they go are not. */
const maxKept = 500;
const staleAnswer = "0A000";

/** What can be kept planned. Who begins a statement with a remark wants it planned for its values, each time. */
const plannable = /^\s*(?:select|with|insert|update|delete)\s/;
/** Columns that nobody names: `select *`, `returning *`, `p.*`. */
const allColumns = /(?:\bselect|\breturning|,)\s+\*|\.\*/;

export interface PreparedStatementsOptions {
  readonly share: SlowQueryLimit;
  readonly canceller: Pick<Canceller, "cancel">;
}

/**
 * A pool whose connections have PostgreSQL keep the plans of the statements they have seen before: planning most of
 * ours costs more than running them. A migration of another node makes those stale whose columns nobody names; they
 * are given up and asked anew, which a transaction does not allow: within one they are not kept.
 * What the call may ask of the database holds for each of its statements.
 */
export function withPreparedStatements(
  pool: pg.Pool,
  { share, canceller }: PreparedStatementsOptions,
): PostgresPool {
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
    connect: async () => {
      const leave = await share.enter();
      try {
        const client = await pool.connect();
        return new PreparingClient({ client, nameOf, leave, cancel: (id) => canceller.cancel(id) });
      } catch (error) {
        leave();
        throw error;
      }
    },
    end: () => pool.end(),
  };
}

interface ClientOptions {
  readonly client: pg.PoolClient;
  readonly nameOf: (text: string) => string | undefined;
  readonly leave: () => void;
  readonly cancel: (processID: number) => Promise<void>;
}

class PreparingClient {
  /** The server's process behind this connection, which Kysely names when it cancels a statement. */
  readonly processID: number;
  readonly #options: ClientOptions;
  #isInTransaction = false;
  /** It is closed instead of used again. */
  #isSpent = false;
  #isStale = false;

  constructor(options: ClientOptions) {
    this.processID = (options.client as { processID?: number }).processID ?? 0;
    this.#options = options;
  }

  // pg's result is more than what Kysely declares, and cursors are not used here.
  readonly query = (async (text: string, parameters: unknown[]) => {
    const { client, cancel } = this.#options;
    if (text === "commit") await sendCompanion(client);
    if (/^(?:begin|start transaction)/.test(text)) this.#isInTransaction = true;
    else if (/^(?:commit|rollback)$/.test(text)) {
      this.#isInTransaction = false;
      // The end of a transaction is never cancelled: what became of it would not be known.
      return client.query(text, parameters);
    }
    return withinLimits(() => this.#ask(text, parameters), {
      cancel: () => cancel(this.processID),
      spend: () => {
        this.#isSpent = true;
      },
    });
  }) as unknown as PostgresPoolClient["query"];

  async #ask(text: string, parameters: unknown[]): Promise<pg.QueryResult> {
    const { client, nameOf } = this.#options;
    const isKept = plannable.test(text) && !(this.#isInTransaction && allColumns.test(text));
    const name = isKept && !this.#isStale ? nameOf(text) : undefined;
    if (name === undefined) return client.query(text, parameters);
    try {
      return await client.query({ name, text, values: parameters });
    } catch (error) {
      if ((error as { code?: unknown }).code !== staleAnswer) throw error;
      this.#isStale = true;
      return client.query(text, parameters);
    }
  }

  release(destroy?: boolean): void {
    this.#options.client.release(destroy === true || this.#isStale || this.#isSpent);
    this.#options.leave();
  }
}
