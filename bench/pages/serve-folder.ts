import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fastifyStatic from "@fastify/static";
import fastify from "fastify";

/** Serves a built page as the product serves its own: compressed, its files cached forever. */
export async function serveFolder(folder: string): Promise<{ origin: string; close: () => Promise<void> }> {
  const app = fastify();
  await app.register(fastifyStatic, {
    root: join(folder, "assets"),
    prefix: "/assets/",
    immutable: true,
    maxAge: "365d",
    preCompressed: true,
  });
  const page = gzipSync(await readFile(join(folder, "index.html")));
  app.get("/", (_request, reply) => reply.type("text/html").header("content-encoding", "gzip").send(page));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { origin: `http://127.0.0.1:${address.port}`, close: () => app.close() };
}
