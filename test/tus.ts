import { request } from "node:http";
import type { Room } from "#contract/visits.ts";
import type { RawReply, TestClient } from "./client.ts";

const version = { "tus-resumable": "1.0.0" };
const encoded = (text: string) => Buffer.from(text).toString("base64");

function idIn({ status, headers, body }: RawReply): string {
  if (status !== 201) throw new Error(`The upload was refused with ${status}: ${JSON.stringify(body)}`);
  return /^\/api\/uploads\/([0-9a-f-]{36})$/.exec(headers.get("location") ?? "")?.[1] ?? "";
}

/** A client that uploads pictures in parts, by the protocol itself. */
export class PartsClient {
  readonly #client: TestClient;
  readonly #origin: string;

  constructor(client: TestClient, origin: string) {
    this.#client = client;
    this.#origin = origin;
  }

  begin(id_visit: number, bytes: number, name = "hall.jpg"): Promise<RawReply> {
    const metadata = `filename ${encoded(name)},id_visit ${encoded(String(id_visit))}`;
    return this.#send("POST", "/api/uploads", {
      "upload-length": String(bytes),
      "upload-metadata": metadata,
    });
  }

  /** Starts an upload, and expects success. Returns the upload's id. */
  async begun(id_visit: number, bytes: number, name?: string): Promise<string> {
    return idIn(await this.begin(id_visit, bytes, name));
  }

  /** The same for a video, in a project. */
  beginVideo(id_project: number, bytes: number, name = "ride.mp4"): Promise<RawReply> {
    const metadata = `filename ${encoded(name)},kind ${encoded("video")},id_project ${encoded(String(id_project))}`;
    return this.#send("POST", "/api/uploads", {
      "upload-length": String(bytes),
      "upload-metadata": metadata,
    });
  }

  /** The same for a photo that is no 360 photo. */
  beginPhoto(id_project: number, bytes: number, name = "wall.jpg"): Promise<RawReply> {
    const metadata = `filename ${encoded(name)},kind ${encoded("photo")},id_project ${encoded(String(id_project))}`;
    return this.#send("POST", "/api/uploads", {
      "upload-length": String(bytes),
      "upload-metadata": metadata,
    });
  }

  async begunPhoto(id_project: number, bytes: number, name?: string): Promise<string> {
    return idIn(await this.beginPhoto(id_project, bytes, name));
  }

  /** The same for a photo of a snag or of the site diary. */
  beginAttachment(id_project: number, bytes: number): Promise<RawReply> {
    const metadata = `filename ${encoded("crack.jpg")},kind ${encoded("attachment")},id_project ${encoded(String(id_project))}`;
    return this.#send("POST", "/api/uploads", {
      "upload-length": String(bytes),
      "upload-metadata": metadata,
    });
  }

  /** The same for a walk video, in a visit. */
  beginWalk(id_visit: number, bytes: number, name = "walk.mp4"): Promise<RawReply> {
    const metadata = `filename ${encoded(name)},kind ${encoded("walk")},id_visit ${encoded(String(id_visit))}`;
    return this.#send("POST", "/api/uploads", {
      "upload-length": String(bytes),
      "upload-metadata": metadata,
    });
  }

  /** Uploads a whole walk video; returns the upload's id. */
  async wholeWalk(id_visit: number, bytes: Uint8Array, name?: string): Promise<string> {
    const id = idIn(await this.beginWalk(id_visit, bytes.length, name));
    await this.part(id, 0, bytes);
    return id;
  }

  async begunAttachment(id_project: number, bytes: number): Promise<string> {
    return idIn(await this.beginAttachment(id_project, bytes));
  }

  async begunVideo(id_project: number, bytes: number, name?: string): Promise<string> {
    return idIn(await this.beginVideo(id_project, bytes, name));
  }

  finishVideo(id: string, id_project: number, title = "Ride"): Promise<RawReply> {
    return this.#client.raw("POST /api/three60videos", {
      body: { id_project, title, video_date: "2026-03-01T08:00:00Z", upload: id },
    });
  }

  part(id: string, offset: number, bytes: Uint8Array): Promise<RawReply> {
    const headers = { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" };
    return this.#send("PATCH", `/api/uploads/${id}`, headers, new Uint8Array(bytes));
  }

  head(id: string): Promise<RawReply> {
    return this.#send("HEAD", `/api/uploads/${id}`, {});
  }

  /** Number of bytes that the server has acknowledged. */
  async offset(id: string): Promise<number> {
    const { status, headers } = await this.head(id);
    if (status !== 200) throw new Error(`The upload's state was refused with ${status}.`);
    return Number(headers.get("upload-offset"));
  }

  drop(id: string): Promise<RawReply> {
    return this.#send("DELETE", `/api/uploads/${id}`, {});
  }

  finish(id: string, id_visit: number, name?: string): Promise<RawReply> {
    return this.#client.raw("POST /api/rooms", {
      body: { id_visit, upload: id, ...(name !== undefined && { name }) },
    });
  }

  /** Uploads everything in parts; returns the resulting room. */
  async whole(id_visit: number, bytes: Uint8Array, part = 1 << 20): Promise<Room> {
    const id = await this.begun(id_visit, bytes.length);
    for (let at = 0; at < bytes.length; at += part) await this.part(id, at, bytes.subarray(at, at + part));
    const { status, body } = await this.finish(id, id_visit);
    if (status !== 201) throw new Error(`The room was refused with ${status}: ${JSON.stringify(body)}`);
    return (body as { data: Room }).data;
  }

  /** Starts to send a part of `announced` bytes; cuts the connection once `bytes` have been sent. */
  async broken(id: string, offset: number, bytes: Uint8Array, announced: number): Promise<void> {
    const headers = {
      ...version,
      cookie: this.#client.cookie(),
      "x-csrf-token": await this.#client.token(),
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
      "content-length": String(announced),
    };
    await new Promise<void>((resolve) => {
      const sent = request(new URL(`/api/uploads/${id}`, this.#origin), { method: "PATCH", headers });
      sent.once("error", () => resolve());
      // Long enough for the other side to have read most of it, even when busy.
      sent.write(bytes, () =>
        setTimeout(() => {
          sent.destroy();
          resolve();
        }, 400),
      );
    });
  }

  #send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<RawReply> {
    return this.#client.send(method, new URL(path, this.#origin).href, body, { ...version, ...headers });
  }
}
