import { describe, expect, it } from "vitest";
import { RequestQueue } from "./request-queue.ts";

/** A network whose responses are given by hand. */
function createNetwork(limit = 2) {
  const open = new Map<string, { resolve: (value: string) => void; reject: (error: Error) => void }>();
  const started: string[] = [];
  const aborted: string[] = [];
  const arrived: string[] = [];
  const failed: string[] = [];
  const queue = new RequestQueue<string>({
    limit,
    load: (url, signal) => {
      started.push(url);
      return new Promise((resolve, reject) => {
        open.set(url, { resolve, reject });
        signal.addEventListener("abort", () => {
          aborted.push(url);
          reject(new Error("aborted"));
        });
      });
    },
    arrived: (key) => arrived.push(key),
    failed: (key) => failed.push(key),
  });
  const want = (...keys: string[]) => queue.want(keys.map((key) => ({ key, url: key })));
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { open, started, aborted, arrived, failed, queue, want, settle };
}

describe("the request queue", () => {
  it("starts as many as allowed, in the order wanted, and the next when one is done", async () => {
    const { want, started, open, arrived, settle, queue } = createNetwork();
    want("a", "b", "c");
    expect(started).toEqual(["a", "b"]);
    open.get("b")?.resolve("B");
    await settle();
    expect(arrived).toEqual(["b"]);
    expect(started).toEqual(["a", "b", "c"]);
    expect(queue.underWay).toBe(2);
  });

  it("aborts requests that are no longer wanted and lets the others continue", async () => {
    const { want, started, aborted, settle, failed } = createNetwork();
    want("a", "b", "c");
    want("b", "d");
    await settle();
    expect(aborted).toEqual(["a"]);
    expect(started).toEqual(["a", "b", "d"]);
    expect(failed).toEqual([]);
  });

  it("requests aborted items again when they are wanted again", async () => {
    const { want, started, open, arrived, settle, queue } = createNetwork();
    want("a");
    want();
    want("a");
    await settle();
    expect(started).toEqual(["a", "a"]);
    open.get("a")?.resolve("A");
    await settle();
    expect(arrived).toEqual(["a"]);
    expect(queue.isIdle).toBe(true);
  });

  it("reports a failure and continues with the rest, retrying only on request", async () => {
    const { want, started, open, failed, settle } = createNetwork(1);
    want("a", "b");
    open.get("a")?.reject(new Error("gone"));
    await settle();
    expect(failed).toEqual(["a"]);
    expect(started).toEqual(["a", "b"]);
    want("a");
    expect(started).toEqual(["a", "b", "a"]);
  });
});
