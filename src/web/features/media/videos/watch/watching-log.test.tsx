import { renderHook, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { CallOptions } from "#web/lib/client.ts";
import { useWatchingLog } from "./use-watching-log.ts";

const call = vi.hoisted(() =>
  vi.fn(async (_route: string, _input: unknown, _options: unknown) => ({ session: "s1", count: 1, now: 1 })),
);
vi.mock("#web/lib/client.ts", async (original) => ({ ...(await original<object>()), call }));

it("Counts a viewer and reports the end of the view, without any text on the screen.", async () => {
  const { unmount } = renderHook(() => useWatchingLog(5, true));
  await waitFor(() => expect(call).toHaveBeenCalledTimes(1));
  // The view begins with the server's answer.
  await call.mock.results[0]?.value;
  unmount();
  expect(call.mock.calls.map(([route, , options]) => [route, (options as CallOptions).toast])).toEqual([
    ["POST /api/viewer-count/log-video", false],
    ["PUT /api/three60videos/{id}/access-logs/end-session", false],
  ]);
});
