import { PDFiumLibrary } from "@hyzyla/pdfium";
import sharp from "sharp";
import { afterAll, beforeAll, expect } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";
import { soon } from "#test/soon.ts";

export interface ReportsWorld {
  readonly app: TestApp;
  readonly owner: TestClient;
  readonly id_project: number;
  readonly id_visit: number;
  readonly code: string;
  readonly id_room: number;
  readonly id_sheet: number;
  /** One in the room's picture, one on the floor plan alone, and one in the visit only. */
  readonly snags: readonly { readonly id: number; readonly guid: string }[];
}

/** A project with one real picture and a floor plan with a scale, and three snags; opened and closed with the file. */
export function reportsWorld() {
  let world: ReportsWorld;
  beforeAll(async () => {
    const app = await testApp({ environment: { PUBLIC_URL: "https://site.example.com" } });
    world = { app, ...(await build(app)) };
  });
  afterAll(() => world.app.close());
  return {
    get is() {
      return world;
    },
    async file(kind: "pdf" | "xlsx" | "bcf", query: Record<string, unknown> = {}, client = world.owner) {
      const { url } = client.address(`GET /api/annotations/report/${kind}`, {
        query: { id_project: world.id_project, ...query },
      });
      const reply = await fetch(url, { headers: { cookie: client.cookie() } });
      const said = reply.headers.get("content-disposition") ?? "";
      return {
        status: reply.status,
        type: reply.headers.get("content-type"),
        name: decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(said)?.[1] ?? ""),
        bytes: Buffer.from(await reply.arrayBuffer()),
      };
    },
  };
}

async function build(app: TestApp): Promise<Omit<ReportsWorld, "app">> {
  const owner = await app.as(await app.user({ role: "administrator", name: "site-office" }));
  const { id: id_project } = await owner.call("POST /api/projects", {
    body: { name: "برج النخيل / Palm Tower", location: "Riyadh" },
  });
  const visit = await owner.call("POST /api/visits", {
    body: { id_project, name: "First walk", visit_date: "2026-02-01T08:00:00Z" },
  });
  const upload = async (
    route: "POST /api/rooms" | "POST /api/maps",
    fields: Record<string, string>,
    bytes: Buffer,
  ) => {
    const reply = await owner.upload(route, fields, { file: { name: "a.jpg", bytes } });
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    return (reply.body as { data: { id: number } }).data.id;
  };
  const id_room = await upload(
    "POST /api/rooms",
    { id_visit: String(visit.id), name: "Hall" },
    await panorama(),
  );
  const plan = await sharp({ create: { width: 1200, height: 600, channels: 3, background: "#ffffff" } })
    .jpeg()
    .toBuffer();
  const id_sheet = await upload(
    "POST /api/maps",
    { id_project: String(id_project), name: "Ground floor", width_metres: "24" },
    plan,
  );
  await owner.call("PUT /api/maps/{id}/room-positions", {
    params: { id: id_sheet },
    body: { rooms: [{ id_room, x: 0.25, y: 0.5, heading: 90 }] },
  });
  await soon(async () => expect(await waiting(app)).toEqual([]));
  const seen = await owner.call("POST /api/annotations", {
    body: {
      id_visit: visit.id,
      id_room,
      yaw: 30,
      pitch: -10,
      fov: 90,
      title: 'بلاط مكسور <HVAC> & "more"',
      text: "Replace it.\nالطبقة \u0001 الثانية",
      trade: "Tiling",
      priority: "high",
      due_date: "2020-01-31",
    },
  });
  const planned = await owner.call("POST /api/maps/{id}/annotations", {
    params: { id: id_sheet },
    body: { title: '=HYPERLINK("http://evil.example")', text: "+1+1", x: 0.75, y: 0.5, status: "in_work" },
  });
  const loose = await owner.call("POST /api/annotations", {
    body: { id_visit: visit.id, title: "Somewhere" },
  });
  await owner.call("POST /api/annotations/{id}/comments", {
    params: { id: seen.id },
    body: { text: "By Monday." },
  });
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#a63" } })
    .jpeg()
    .toBuffer();
  await owner.upload(
    "POST /api/annotations/{id}/photos",
    { kind: "before" },
    { file: { name: "b.jpg", bytes: photo } },
    { params: { id: seen.id } },
  );
  const snags = [seen, planned, loose].map(({ id, guid }) => ({ id, guid }));
  return { owner, id_project, id_visit: visit.id, code: visit.code, id_room, id_sheet, snags };
}

const waiting = ({ database }: TestApp) =>
  database.db.selectFrom("pictures").select("sha256").where("state", "=", "processing").execute();

/** The pages of a PDF: their texts, and each as an image. */
export async function pagesOf(pdf: Buffer) {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    const pages = [];
    for (const page of document.pages()) {
      const text = page.getText().replaceAll(/\s+/g, " ");
      const { data, width, height } = await page.render({ scale: 1, render: "bitmap" });
      pages.push({ text, width, height, pixels: Buffer.from(data) });
    }
    return pages;
  } finally {
    document.destroy();
    library.destroy();
  }
}
