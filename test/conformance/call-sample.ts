import type { Route } from "#contract/index.ts";
import type { Sample } from "#server/platform/samples.ts";
import type { RawReply, TestClient } from "../client.ts";
import { panorama } from "../pictures.ts";

/** Makes the call of a sample, including its files. */
export async function callSample(client: TestClient, route: Route, sample: Sample): Promise<RawReply> {
  if (sample.files === undefined) return client.raw(route, sample);
  const bytes = await panorama();
  const files = Object.fromEntries(sample.files.map((name) => [name, { name: "room.jpg", bytes }]));
  return client.upload(route, (sample.body ?? {}) as Record<string, string>, files, sample);
}
