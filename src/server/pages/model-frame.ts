import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { AppError } from "#server/platform/errors.ts";

export interface ModelFrameOptions {
  readonly webRoot: string;
  /** Hosts of Autodesk's viewer and its models, where they are not the published ones. */
  readonly modelHosts?: readonly string[];
}

const published = ["https://*.autodesk.com", "wss://*.autodesk.com"];

/**
 * The document that Autodesk's viewer runs in, embedded in the page at /autodesk. Its script is a third party's and may
 * change any day, so it gets a document without an origin (`sandbox`): no cookie, no storage, no call to this server
 * counts as ours. The sources it may load are listed here and apply to no other page. That the viewer evaluates text
 * and starts workers from memory is a guess from its size and age; nothing of ours is within its reach either way.
 */
export function modelFrame({ webRoot, modelHosts = [] }: ModelFrameOptions) {
  const hosts = [...published, ...modelHosts].join(" ");
  return (server: FastifyInstance): void => {
    server.get("/autodesk/model", async (_request, reply) => {
      const script = await readFile(join(webRoot, "model/frame.js"), "utf8").catch(() => {
        throw new AppError("NOT_FOUND");
      });
      const hash = createHash("sha256").update(script).digest("base64");
      return reply
        .type("text/html; charset=utf-8")
        .header("cache-control", "no-cache")
        .header("x-robots-tag", "noindex")
        .header("referrer-policy", "no-referrer")
        .header("content-security-policy", policy(hash, hosts))
        .send(page(script));
    });
  };
}

const policy = (hash: string, hosts: string): string =>
  [
    "default-src 'none'",
    `script-src 'sha256-${hash}' 'unsafe-eval' blob: ${hosts}`,
    `style-src 'unsafe-inline' ${hosts}`,
    `img-src data: blob: ${hosts}`,
    `font-src data: ${hosts}`,
    `connect-src data: blob: ${hosts}`,
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-scripts",
  ].join(";");

const page = (script: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Model</title>
<style>html,body,#stage{margin:0;block-size:100%;inline-size:100%;overflow:hidden}#stage{position:relative}</style>
</head>
<body>
<div id="stage"></div>
<script>${script}</script>
</body>
</html>
`;
