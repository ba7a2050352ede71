import { describe, expect, test } from "vitest";
import { fromServer } from "./from-server.ts";

const request = new Request("http://site.example/projects");
const asked = (preloadResponse: Promise<Response | undefined>) => fromServer({ request, preloadResponse });

describe("navigation preload", () => {
  test("is the response when there is one", async () => {
    const page = new Response("the page");
    expect(await asked(Promise.resolve(page))).toBe(page);
  });

  test("rejects without a connection, also where the browser resolves with a network error (Firefox)", async () => {
    await expect(asked(Promise.resolve(Response.error()))).rejects.toThrow(TypeError);
    await expect(asked(Promise.reject(new DOMException("failed", "NetworkError")))).rejects.toThrow("failed");
  });
});
