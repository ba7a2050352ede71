import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Camera, cctvApi } from "#contract/cctv.ts";
import { cameraUser, startHlsCamera } from "#test/cameras/hls-camera.ts";
import type { TestClient } from "#test/client.ts";
import { type Body, cctvWorld } from "./cctv.fixture.ts";
import { jpegOf } from "./stills.fixture.ts";

const cctv = cctvWorld();

const fieldOf = async (client: TestClient, body: Record<string, unknown>) =>
  (
    await client.refused("POST /api/cctv-cameras", {
      body: { id_project: cctv.is.project, name: "Crane", hls_url: cctv.is.camera.url, ...body },
    })
  ).errors;

describe("a camera's data", () => {
  it("is stored and returned, except its password; the address only for users who may edit it", async () => {
    const made = await cctv.add({
      hls_url: cctv.is.camera.url.replace(
        "http://",
        `http://${cameraUser.username}:${encodeURIComponent(cameraUser.password)}@`,
      ),
      username: "",
      password: "",
      location: "Gate 2",
      description: "Over the gate",
      brand: "Axis",
      metadata: { model: "P1", notes: "On the pole" },
    });
    expect(made).toMatchObject({
      name: "Crane",
      description: "Over the gate",
      location: "Gate 2",
      hls_url: cctv.is.camera.url,
      username: cameraUser.username,
      has_password: true,
      kind: "hls",
      project_id: cctv.is.project,
      metadata: { brand: "Axis", model: "P1", resolution: "", notes: "On the pole" },
    });
    expect(made.code).toMatch(/^[2-9a-hjkmnp-zA-HJ-NP-Z]{12}$/);
    expect(JSON.stringify(made)).not.toContain("s3cret");
    const seen = await cctv.is.viewer.call("GET /api/cctv-cameras/{id}", { params: { id: made.code } });
    expect(seen).toMatchObject({
      id: made.id,
      hls_url: null,
      username: null,
      has_password: false,
      can: { edit: false },
    });
    const { source } = await cctv.is.app.database.db
      .selectFrom("cameras")
      .select("source")
      .where("id", "=", made.id)
      .executeTakeFirstOrThrow();
    // Ciphertext: three digits of the address could stand in it by chance.
    expect(source).not.toMatch(/127\.0\.0|admin/);
    expect(
      (await cctv.is.stranger.refused("GET /api/cctv-cameras/{id}", { params: { id: made.id } })).code,
    ).toBe("NOT_FOUND");
    expect(
      (await cctv.is.viewer.refused("DELETE /api/cctv-cameras/{id}", { params: { id: made.id } })).code,
    ).toBe("CAMERA_EDIT_DENIED");
  });

  it("is validated as in the form", async () => {
    expect(await fieldOf(cctv.is.owner, { name: " " })).toEqual({ name: ["cctv.name_required"] });
    expect(Object.keys((await fieldOf(cctv.is.owner, { name: "a".repeat(256) })) ?? {})).toEqual(["name"]);
    expect(Object.keys((await fieldOf(cctv.is.owner, { location: "a".repeat(256) })) ?? {})).toEqual([
      "location",
    ]);
    expect(await fieldOf(cctv.is.owner, { hls_url: "" })).toEqual({ hls_url: ["cctv.url_required"] });
    expect(await fieldOf(cctv.is.owner, { hls_url: "abc" })).toEqual({ hls_url: ["cctv.url_invalid"] });
    expect(await fieldOf(cctv.is.owner, { hls_url: "ftp://x/y" })).toEqual({ hls_url: ["cctv.url_scheme"] });
    expect(await fieldOf(cctv.is.owner, { is_protected: 1 })).toEqual({
      protection_password: ["cctv.protection_required"],
    });
    expect(await fieldOf(cctv.is.owner, { is_protected: 1, protection_password: "abc" })).toEqual({
      protection_password: ["cctv.protection_short"],
    });
    expect(
      await fieldOf(cctv.is.owner, {
        schedule: { minutes: 10, from: "07:00", to: "19:00", days: [1], time_zone: "Mars/Olympus" },
      }),
    ).toEqual({ schedule: ["cctv.time_zone_unknown"] });
  });

  it("keeps its passwords where none is sent, its project always, and its address's password on that machine only", async () => {
    const made = await cctv.add({ is_protected: 1, protection_password: "gate 7" });
    const other = (await cctv.is.owner.call("POST /api/projects", { body: { name: "Mole" } })).id;
    const change = (body: Body<"PUT /api/cctv-cameras/{id}"> & { id_project?: number }) =>
      cctv.is.owner.call("PUT /api/cctv-cameras/{id}", { params: { id: made.id }, body });
    const same = await change({
      name: "Crane 2",
      id_project: other,
      hls_url: `${cctv.is.camera.url}?b`,
      password: "",
      is_protected: 1,
      protection_password: "",
    });
    expect(same).toMatchObject({
      name: "Crane 2",
      id_project: cctv.is.project,
      has_password: true,
      is_protected: true,
      username: cameraUser.username,
    });
    expect(await change({ hls_url: "http://127.0.0.1:9/steal.m3u8" })).toMatchObject({ has_password: false });
    const bare = await cctv.add();
    const refused = await cctv.is.owner.refused("PUT /api/cctv-cameras/{id}", {
      params: { id: bare.id },
      body: { is_protected: 1 },
    });
    expect(refused.errors).toEqual({ protection_password: ["cctv.protection_required"] });
  });

  it("is listed by project, word, status and star, with stars per user", async () => {
    const [one, other] = [
      await cctv.add({ name: "North 100% gate", location: "Pier" }),
      await cctv.add({ name: "South" }),
    ];
    const ids = async (
      client: TestClient,
      query: z.input<(typeof cctvApi)["GET /api/cctv-cameras"]["query"]>,
    ) =>
      (
        await client.call("GET /api/cctv-cameras", { query: { project_id: cctv.is.project, ...query } })
      ).items.map(({ id }) => id);
    expect(await ids(cctv.is.viewer, { search: "100% g" })).toEqual([one.id]);
    expect(await ids(cctv.is.viewer, { search: "pier" })).toEqual([one.id]);
    expect(await ids(cctv.is.stranger, {})).toEqual([]);
    expect(await cctv.is.viewer.call("PUT /api/cctv-cameras/star", { body: { camera_id: one.id } })).toEqual({
      id_camera: one.id,
      starred: true,
    });
    await cctv.is.viewer.call("PUT /api/cctv-cameras/bulk-star", {
      body: { camera_ids: [other.id, 999_999] },
    });
    expect((await ids(cctv.is.viewer, { starred: 1 })).toSorted((a, b) => a - b)).toEqual([one.id, other.id]);
    expect(await ids(cctv.is.owner, { starred: 1 })).toEqual([]);
    expect(
      (await cctv.is.viewer.call("PUT /api/cctv-cameras/star", { body: { camera_id: one.id } })).starred,
    ).toBe(false);
    expect(
      (await cctv.is.stranger.refused("PUT /api/cctv-cameras/star", { body: { camera_id: one.id } })).code,
    ).toBe("NOT_FOUND");
  });

  it("has its own picture, JPEG or PNG up to five megabytes", async () => {
    const made = await cctv.add();
    const send = (name: string, bytes: Uint8Array) =>
      cctv.is.owner.upload(
        "POST /api/cctv-cameras/{id}/thumbnail",
        {},
        { thumbnail: { name, bytes } },
        { params: { id: made.id } },
      );
    const picture = await jpegOf({ r: 200, g: 80, b: 20 });
    const reply = (await send("crane.jpg", picture)).body as { data: Camera };
    expect((await cctv.fetched(reply.data.thumbnail_url_full ?? "")).type).toBe("image/webp");
    expect((await send("crane.pdf", Buffer.from("%PDF-1.7 and so on"))).status).toBe(422);
    expect((await send("crane.jpg", Buffer.alloc(5 * 2 ** 20 + 1, 0xff))).body).toMatchObject({
      code: "THUMBNAIL_TOO_LARGE",
    });
    const gone = await cctv.is.owner.call("DELETE /api/cctv-cameras/{id}/thumbnail", {
      params: { id: made.id },
    });
    expect(gone.thumbnail_url_full).toBeNull();
  });
});

describe("before saving", () => {
  const tried = (body: Partial<Body<"POST /api/cctv-cameras/try">>) =>
    cctv.is.owner.call("POST /api/cctv-cameras/try", {
      body: { id_project: cctv.is.project, hls_url: cctv.is.camera.url, ...body },
    });

  it("an address can be tested, and reports its picture or an error", async () => {
    expect(await tried(cameraUser)).toMatchObject({ is_ok: true, problem: null, width: 320, height: 180 });
    expect(await tried({ hls_url: cctv.is.rtsp.url, ...cameraUser })).toMatchObject({
      is_ok: true,
      width: 320,
      codec: expect.stringMatching(/^avc1/),
    });
    expect(await tried({})).toMatchObject({ is_ok: false, problem: "CAMERA_REFUSES" });
    expect(await tried({ hls_url: "http://192.0.2.9/stream.m3u8" })).toMatchObject({
      is_ok: false,
      problem: "CAMERA_FORBIDDEN",
    });
    expect(await tried({ hls_url: "http://169.254.169.254/latest" })).toMatchObject({
      problem: "CAMERA_FORBIDDEN",
    });
    expect(await tried({ hls_url: `${cctv.is.camera.origin}/wrong/path.m3u8`, ...cameraUser })).toMatchObject(
      {
        problem: "CAMERA_NO_STREAM",
      },
    );
    expect(await tried({ hls_url: `${cctv.is.camera.origin}/html.m3u8`, ...cameraUser })).toMatchObject({
      problem: "CAMERA_UNREADABLE",
    });
  });

  it("the stored password is used for the camera itself only, and never sent elsewhere", async () => {
    const made = await cctv.add();
    expect(await tried({ id_camera: made.id, username: cameraUser.username })).toMatchObject({ is_ok: true });
    const thief = await startHlsCamera();
    expect(
      await tried({ id_camera: made.id, hls_url: thief.url, username: cameraUser.username }),
    ).toMatchObject({ is_ok: false });
    expect(JSON.stringify(thief.refused)).not.toContain(
      Buffer.from(`:${cameraUser.password}`).toString("base64").slice(2, 12),
    );
    expect(thief.asked).toEqual([]);
    await thief.close();
  });
});
