import type { AnswerPage } from "#contract/crews.answers.ts";
import type { AnswerDraft, KeptAnswer } from "./kept-answer.ts";

/** The last content of a link, for when there is no connection. */
export interface KeptPage {
  readonly page: AnswerPage;
  /** When it left the server, ISO 8601. */
  readonly at: string;
  /** `at` of the document in which it was loaded: a document with another one was served later. */
  readonly document: string;
}

/** Storage in which answers outlive the page. Each method is one transaction. */
export interface AnswerShelf {
  /** Answers of one link, oldest first. */
  answers(code: string): Promise<KeptAnswer[]>;
  /** Resolves when the answer would survive a crash; the draft that it was made of is removed with it. */
  keep(answer: KeptAnswer): Promise<void>;
  /** Stores another state of an answer. */
  replace(answer: KeptAnswer): Promise<void>;
  remove(guid: string): Promise<void>;
  draft(code: string, snag: number): Promise<AnswerDraft | undefined>;
  keepDraft(code: string, snag: number, draft: AnswerDraft | null): Promise<void>;
  page(code: string): Promise<KeptPage | undefined>;
  keepPage(code: string, page: KeptPage): Promise<void>;
}

const database = "sitewalk-answers";
const stores = ["answers", "drafts", "pages"] as const;
type Store = (typeof stores)[number];

const draftName = (code: string, snag: number) => `${code}:${snag}`;

/** The device's own database: it belongs to the links that were opened here, not to a signed-in user. */
export function browserShelf(): AnswerShelf {
  return {
    async answers(code) {
      const all = (await inStores("readonly", (store) => store("answers").getAll())) as KeptAnswer[];
      return all.filter((one) => one.code === code).toSorted((a, b) => a.order - b.order);
    },
    async keep(answer) {
      await inStores("readwrite", (store) => {
        store("drafts").delete(draftName(answer.code, answer.snag));
        return store("answers").put(answer);
      });
    },
    async replace(answer) {
      await inStores("readwrite", (store) => store("answers").put(answer));
    },
    async remove(guid) {
      await inStores("readwrite", (store) => store("answers").delete(guid));
    },
    async draft(code, snag) {
      const name = draftName(code, snag);
      return (await inStores("readonly", (store) => store("drafts").get(name))) as AnswerDraft | undefined;
    },
    async keepDraft(code, snag, draft) {
      const name = draftName(code, snag);
      await inStores("readwrite", (store) =>
        draft === null ? store("drafts").delete(name) : store("drafts").put(draft, name),
      );
    },
    async page(code) {
      return (await inStores("readonly", (store) => store("pages").get(code))) as KeptPage | undefined;
    },
    async keepPage(code, page) {
      await inStores("readwrite", (store) => store("pages").put(page, code));
    },
  };
}

/** Resolves with the result once the transaction is complete: an earlier success does not survive a crash. */
async function inStores(
  mode: IDBTransactionMode,
  act: (store: (name: Store) => IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const opened = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = opened.transaction([...stores], mode, { durability: "strict" });
      const request = act((name) => transaction.objectStore(name));
      transaction.addEventListener("complete", () => resolve(request.result));
      transaction.addEventListener("abort", () =>
        reject(transaction.error ?? new Error("the device's storage failed")),
      );
    });
  } finally {
    opened.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore("answers", { keyPath: "guid" });
      request.result.createObjectStore("drafts");
      request.result.createObjectStore("pages");
    });
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("no database")));
  });
}
