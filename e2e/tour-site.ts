import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import type { Room, Visit } from "#contract/visits.ts";
import { TestClient } from "#test/client.ts";
import { makePerson, password } from "./people.ts";

/** A project with one toured visit, its owner and an editor. */
export interface TourSite {
  readonly origin: string;
  readonly id_project: number;
  readonly visit: Visit;
  /** Entrance, living hall, kitchen. */
  readonly rooms: readonly [Room, Room, Room];
  readonly owner: TestClient;
  readonly editor: TestClient;
  link(room?: Room, rest?: string): string;
}

const pictures = ["01-entrance-hall.jpg", "02-living-hall.jpg", "03-kitchen.jpg"] as const;
const names = ["Entrance", "Living hall", "Kitchen"] as const;

export async function makeTourSite(origin: string, tag: string): Promise<TourSite> {
  const owner = await clientOf(origin, (await makePerson(origin, `${tag}-owner`, "administrator")).username);
  const person = await makePerson(origin, `${tag}-editor`);
  const editor = await clientOf(origin, person.username);
  const { id: id_project } = await owner.call("POST /api/projects", { body: { name: `Harbour ${tag}` } });
  const body = { id_project, email: person.email, role: "editor" as const };
  const { invitation } = await owner.call("POST /api/team-members/invite-team-member", { body });
  await editor.call("PUT /api/users/invitations/accept/{id}", { params: { id: invitation?.id ?? 0 } });
  const visit = await addVisit(owner, id_project, "2026-09-30");
  const [a, b, c] = visit.rooms.toSorted((one, other) => one.order - other.order);
  if (!a || !b || !c) throw new Error("the visit has not all its rooms");
  return {
    origin,
    id_project,
    visit,
    rooms: [a, b, c],
    owner,
    editor,
    link: (room, rest = "") => `${origin}/viewer/${visit.code}${room ? `/${room.id}` : ""}${rest}`,
  };
}

/** Creates a visit of the demo house on one of its dates, with processed pictures. */
export async function addVisit(owner: TestClient, id_project: number, date: string): Promise<Visit> {
  const { id } = await owner.call("POST /api/visits", {
    body: { id_project, name: `Walk of ${date}`, visit_date: `${date}T08:00:00Z` },
  });
  for (const [index, file] of pictures.entries()) {
    const bytes = await readFile(join(import.meta.dirname, "../demo", date, file));
    const fields = { id_visit: String(id), name: names[index] ?? "" };
    const reply = await owner.upload("POST /api/rooms", fields, { file: { name: file, bytes } });
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  }
  const visit = () => owner.call("GET /api/visits/{id}", { params: { id } });
  await expect
    .poll(async () => (await visit()).rooms.filter(({ picture }) => picture.state === "ready").length)
    .toBe(pictures.length);
  return visit();
}

export async function clientOf(origin: string, username: string): Promise<TestClient> {
  const client = new TestClient(origin);
  await client.call("POST /api/login", { body: { username_l: username, password_l: password } });
  return client;
}

/** A browser in one language; signed in as `client`, or a guest's. */
export async function browserOf(
  browser: Browser,
  {
    origin,
    language,
    client,
    ...options
  }: BrowserContextOptions & {
    origin: string;
    language: Language;
    client?: TestClient;
  },
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block", ...options });
  await context.addInitScript((chosen) => localStorage.setItem("app-language", chosen), language);
  if (client !== undefined) {
    const cookies = client.cookie().split("; ");
    await context.addCookies(
      cookies.map((cookie) => {
        const at = cookie.indexOf("=");
        return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url: origin };
      }),
    );
  }
  return context.newPage();
}

/** Opens an address of the viewer and waits until every tile of the view is drawn. */
export async function openViewer(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator("[data-picture=sharp]")).toBeAttached();
}
