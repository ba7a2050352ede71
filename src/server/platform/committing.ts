import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";

interface Companion {
  /** Undefined once a transaction has committed it. */
  statement: { readonly text: string; readonly values: readonly unknown[] } | undefined;
}

const storage = new AsyncLocalStorage<Companion>();

/** Another process has taken over the work of this transaction: it must not be committed. */
export class TakenOver extends Error {
  constructor() {
    super("taken over");
    this.name = "TakenOver";
  }
}

/**
 * Adds a statement to the first transaction that commits within `run`: both are kept, or neither. Where the statement
 * affects no row the transaction fails with `TakenOver`.
 */
export function committingWith<T>(
  statement: NonNullable<Companion["statement"]>,
  run: () => Promise<T>,
): Promise<T> {
  return storage.run({ statement }, run);
}

/** Called at a commit: runs the statement that goes with this one, if there is one, before the commit itself. */
export async function sendCompanion(client: pg.ClientBase): Promise<void> {
  const companion = storage.getStore();
  const statement = companion?.statement;
  if (companion === undefined || statement === undefined) return;
  companion.statement = undefined;
  const { rowCount } = await client.query(statement.text, [...statement.values]);
  if (rowCount === 0) throw new TakenOver();
}
