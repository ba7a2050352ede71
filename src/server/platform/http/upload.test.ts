import type { Readable } from "node:stream";
import multipart from "@fastify/multipart";
import fastify from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { AppError } from "../errors.ts";
import { readUpload } from "./upload.ts";

const MB = 1_048_576;
const declared = { file: { maxBytes: 2 * MB, tooLarge: "IMAGE_TOO_LARGE", accept: ["image/png"] } } as const;

/** Counts bytes, and refuses past the limit as the media pipeline does. */
async function receive(stream: Readable, { maxBytes }: { maxBytes: number }) {
  let bytes = 0;
  for await (const chunk of stream) bytes += (chunk as Buffer).length;
  if (bytes > maxBytes) throw new AppError("FILE_TOO_LARGE");
  return { path: "", bytes, sha256: "", discard: async () => undefined };
}

/** Result for a file of so many bytes: how many arrived, or the refusal with the limit that it names. */
async function send(bytes: number): Promise<unknown> {
  const app = fastify();
  await app.register(multipart, { limits: { fileSize: 100 * MB } });
  app.post("/", async (request) => {
    try {
      const { files } = await readUpload(request, declared, receive, async () => undefined);
      return { bytes: files["file"]?.bytes };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { code: error.code, limit: error.values["maxFileSize"] };
    }
  });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => app.close());
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(bytes)]), "a.png");
  return (await fetch(address, { method: "POST", body })).json();
}

it("accepts a file as large as its field allows, and not a byte more", async () => {
  expect(await send(2 * MB)).toEqual({ bytes: 2 * MB });
  expect(await send(2 * MB + 1)).toEqual({ code: "IMAGE_TOO_LARGE", limit: 2 });
});
