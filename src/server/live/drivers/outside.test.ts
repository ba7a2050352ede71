import { describe, expect, it } from "vitest";
import { createServer } from "#server/platform/http/server.ts";
import { createLog } from "#server/platform/log.ts";
import { streamHosts } from "./outside.ts";

const nowhere = { MEDIAMTX_API: "", MEDIAMTX_HLS: "", MEDIALIVE_ROLE_ARN: "", AWS_REGION: "" };

describe("hosts from which pages may fetch streams", () => {
  it("are this server alone while no other service carries channels", () => {
    expect(streamHosts(nowhere)).toEqual([]);
    // Settings without the service itself have no effect.
    expect(streamHosts({ ...nowhere, MEDIAMTX_HLS: "https://hls.example" })).toEqual([]);
  });

  it("include the services that carry channels, to fetch as well as to play, and no others", async () => {
    const hosts = streamHosts({
      MEDIAMTX_API: "http://127.0.0.1:9997",
      MEDIAMTX_HLS: "https://hls.example:8888/live/",
      MEDIALIVE_ROLE_ARN: "arn:aws:iam::123456789012:role/live",
      AWS_REGION: "me-central-1",
    });
    expect(hosts).toEqual([
      "https://hls.example:8888",
      "https://*.mediapackagev2.me-central-1.amazonaws.com",
    ]);
    const app = await createServer({
      log: createLog("warn"),
      trustProxy: [],
      publicUrl: "https://site.example",
      streamHosts: hosts,
    });
    app.get("/page", () => "page");
    const { headers } = await app.inject("/page");
    const policy = String(headers["content-security-policy"]).split(";");
    const names = (directive: string) =>
      policy
        .find((line) => line.startsWith(`${directive} `))
        ?.split(" ")
        .slice(1);
    expect(names("connect-src")).toEqual(["'self'", "wss://localhost:80", ...hosts]);
    expect(names("media-src")).toEqual(["'self'", "blob:", ...hosts]);
    expect(names("script-src")).toEqual(["'self'"]);
    await app.close();
  });
});
