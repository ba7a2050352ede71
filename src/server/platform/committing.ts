import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";

interface Companion {
  /** Undefined once it has gone with a transaction. */
  statement: { readonly text: string; readonly values: readonly unknown[] } | undefined;
}

const storage = new AsyncLocalStorage<Companion>();

/** Somebody else has taken over what this transaction was part of: it must not be kept. */
export class TakenOver extends Error {
  constructor() {
    super("taken over");
    this.name = "TakenOver";
  }
}

/**
 * Lets a statement go with the first transaction that commits within `run`: both are kept, or neither. Where the
 * statement touches no row the transaction fails with `TakenOver`.
 */
export function committingWith<T>(
  statement: NonNullable<Companion["statement"]>,
  run: () => Promise<T>,
): Promise<T> {
  return storage.run({ statement }, run);
}

/** For who commits: the statement that goes with this one, if there is one, before the commit itself. */
export async function sendCompanion(client: pg.ClientBase): Promise<void> {
  const companion = storage.getStore();
  const statement = companion?.statement;
  if (companion === undefined || statement === undefined) return;
  companion.statement = undefined;
  const { rowCount } = await client.query(statement.text, [...statement.values]);
  if (rowCount === 0) throw new TakenOver();
}
