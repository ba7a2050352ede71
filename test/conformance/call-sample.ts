import type { Endpoint } from "#contract/endpoint.ts";
import { api, type Route } from "#contract/index.ts";
import type { Sample } from "#server/platform/samples.ts";
import type { RawReply, TestClient } from "../client.ts";
import { panorama } from "../pictures.ts";
import { bytesOf } from "./upload-bytes.ts";

/** Makes the call of a sample, including its files. */
export async function callSample(client: TestClient, route: Route, sample: Sample): Promise<RawReply> {
  if (sample.files === undefined) return client.raw(route, sample);
  const bytes = await bytesFor(route);
  const files = Object.fromEntries(sample.files.map((name) => [name, { name: "room.jpg", bytes }]));
  return client.upload(route, (sample.body ?? {}) as Record<string, string>, files, sample);
}

/** A 360 photo, or a recording for a call that takes nothing else. */
export function bytesFor(route: Route): Promise<Buffer> {
  const { file }: NonNullable<Endpoint["upload"]> = (api[route] as Endpoint).upload ?? {};
  return file?.accept.includes("audio/webm") === true ? bytesOf(file.accept) : panorama();
}
