import { type PostgresPool, type PostgresPoolClient, sql } from "kysely";
import type pg from "pg";
import { sendCompanion } from "./committing.ts";
import type { SlowQueryLimit } from "./slow-query-limit.ts";
import { type Canceller, withinLimits } from "./statement-limits.ts";

/** Maximum number of prepared statements per connection: enough for all of ours; generated texts are not kept. */
const maxKept = 500;
const staleAnswer = "0A000";

/**
 * At the beginning of a statement, or by `modifyFront`: it is planned for its values each time. For those whose best plan
 * depends on the user or the search; a kept plan presumes that all users are members of the same few projects.
 */
export const plannedEachTime = sql`/* planned each time */`;

/** Statements that can be prepared. */
const plannable = /^\s*(?:select|with|insert|update|delete)\s(?!\/\*)/;
/** Unnamed columns: `select *`, `returning *`, `p.*`. */
const allColumns = /(?:\bselect|\breturning|,)\s+\*|\.\*/;

export interface PreparedStatementsOptions {
  readonly share: SlowQueryLimit;
  readonly canceller: Pick<Canceller, "cancel">;
}

/**
 * A pool whose connections have PostgreSQL keep the plans of repeated statements: planning most of ours costs more than
 * running them. A migration by another node makes those with unnamed columns stale; they are dropped and prepared
 * again, which a transaction does not allow: within one they are not kept. The call's database limits apply to each of
 * its statements.
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
  /** It is closed instead of reused. */
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
      // The end of a transaction is never cancelled: its outcome would be unknown.
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
