import { expect } from "vitest";
import type { ToolClient, ToolTokens } from "#server/integrations/tools/tool-client.ts";

export interface Stage {
  readonly client: ToolClient;
  readonly tokens: ToolTokens;
  /** Id of a writable board; the run leaves one card on it. */
  readonly boardId: string;
  /** Unique for this run. */
  readonly link: string;
  /** A moment before the run, by the clock of the service. */
  readonly since: Date;
}

/** A JPEG file of one grey pixel. */
const grey = Buffer.from(
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q==",
  "base64",
);
export const photo = (name = "snag-1.jpg") => ({ name, type: "image/jpeg", bytes: new Uint8Array(grey) });

/**
 * All uses of a tool by the product, from reading the account to receiving a changed status: the same against the
 * services on the loopback and, with credentials, against the real ones.
 */
export async function walkThrough({ client, tokens, boardId, link, since }: Stage): Promise<string> {
  const me = await client.whoAmI(tokens);
  expect(me.id).not.toBe("");
  expect(me.name).not.toBe("");

  const { items } = await client.boards(tokens, { search: "", most: 500 });
  const listed = items.find(({ id }) => id === boardId);
  expect(listed).toBeDefined();
  const board = await client.board(tokens, boardId);
  expect(board.name).toBe(listed?.name);
  const [first, last] = [board.statuses[0], board.statuses.at(-1)];
  if (first === undefined || last === undefined) throw new Error("a board without statuses");

  const fields = {
    title: "[#7] Crack over the door",
    description: "Level 2\nDue soon",
    due: "2026-12-01",
    link,
  };
  expect(await client.findCard(tokens, { boardId, link })).toBeNull();
  const made = await client.createCard(tokens, {
    boardId,
    sectionId: board.sections[0]?.id ?? null,
    statusId: first.id,
    fields,
    key: link,
  });
  expect(made).toMatchObject({ isGone: false, status: { id: first.id, name: first.name } });
  expect(made.url).toMatch(/^https:\/\//);
  expect(await client.findCard(tokens, { boardId, link })).toMatchObject({ id: made.id });
  const place = { boardId, cardId: made.id };

  await client.attachPhoto(tokens, { ...place, photo: photo() });
  expect(await client.files(tokens, place)).toContain("snag-1.jpg");
  await client.updateCard(tokens, { ...place, fields: { ...fields, title: "[#7] Crack over the window" } });
  await client.setStatus(tokens, { ...place, statusId: last.id });
  expect(await client.readCard(tokens, place)).toMatchObject({
    id: made.id,
    status: { id: last.id, name: last.name },
    isGone: false,
  });
  const news = await client.changesSince(tokens, { boardId, since });
  expect(news).toContainEqual(expect.objectContaining({ cardId: made.id, kind: "status" }));
  return made.id;
}

/** Set to run the same tests against the real service; otherwise those are reported as skipped. */
export const isLive = process.env["INTEGRATION_LIVE"] === "1";

/** The error that a client throws. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("nothing failed");
    },
    (error: unknown) => error,
  );
}
