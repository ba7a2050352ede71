/**
 * Steps on a database of this browser. Each opens it and closes it again: the end of a session deletes databases, which
 * an open connection in any tab would block.
 */
export function databaseSteps(name: string, tables: readonly string[]) {
  return async function step<T>(
    table: string,
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest,
  ): Promise<T> {
    const opening = indexedDB.open(name);
    opening.addEventListener("upgradeneeded", () => {
      for (const one of tables) opening.result.createObjectStore(one);
    });
    const database = (await resultOf(opening)) as IDBDatabase;
    try {
      const transaction = database.transaction(table, mode);
      const done = whenComplete(transaction);
      // Rejects together with the request, which is reported.
      done.catch(() => undefined);
      const result = (await resultOf(act(transaction.objectStore(table)))) as T;
      // A write counts once it is on the disk, not when it was accepted.
      await done;
      return result;
    } finally {
      database.close();
    }
  };
}

const whenComplete = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    for (const end of ["abort", "error"])
      transaction.addEventListener(end, () => reject(transaction.error ?? new Error("not stored")));
  });

const resultOf = (request: IDBRequest): Promise<unknown> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("no database")));
  });
