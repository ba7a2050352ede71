import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import fastify from "fastify";

/** Serves a built page as the product serves its own: precompressed, cached forever. */
export async function serveFolder(folder: string): Promise<{ origin: string; close: () => Promise<void> }> {
  const app = fastify();
  await app.register(fastifyStatic, {
    root: join(folder, "assets"),
    prefix: "/assets/",
    immutable: true,
    maxAge: "365d",
    preCompressed: true,
  });
  app.get("/", (_request, reply) => reply.sendFile("index.html", folder));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { origin: `http://127.0.0.1:${address.port}`, close: () => app.close() };
}
