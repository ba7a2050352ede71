import { expect, it } from "vitest";
import { type Person, snagsWorld } from "#server/domains/work/snags/snags.fixture.ts";

const world = snagsWorld();

const found = async (q: string, { client }: Pick<Person, "client"> = world.is.owner) => {
  const body = { q, counts: true };
  const { items, counts } = await client.call("POST /api/search/global", { body });
  const snags = items.filter(({ type }) => type === "snag");
  expect(counts?.snag, "counts what it shows").toBe(snags.length);
  return snags;
};

it("finds a snag by its title, its text and its number, with the project named", async () => {
  const { id, number } = await world.pin({ title: "Skirting board loose", text: "Behind the radiator." });
  const hit = {
    id,
    type: "snag",
    title: "Skirting board loose",
    code: `#${number}`,
    url: `/snags/${id}`,
    icon: "clipboard-list",
    context: "Palm Court",
  };
  for (const q of ["skirting", "board skirting", "RADIATOR", `#${number}`])
    expect(await found(q), q).toEqual([hit]);
  await world.put(id, { title: "Threshold loose" });
  expect(await found("skirting")).toEqual([]);
  expect(await found("threshold")).toMatchObject([{ id, title: "Threshold loose" }]);
  await world.is.owner.client.call("DELETE /api/annotations/{id}", { params: { id } });
  expect(await found("threshold")).toEqual([]);
});

it("shows each user the snags that they may see, in the list and in the count", async () => {
  const { owner, viewer, trade, stranger } = world.is;
  const theirs = await world.pin({ title: "Lintel cracked", id_assignee: trade.id });
  const others = await world.pin({ title: "Lintel stained" });
  const ids = async (who: Person) => (await found("lintel", who)).map(({ id }) => id);
  expect(await ids(owner)).toEqual([theirs.id, others.id]);
  expect(await ids(viewer)).toEqual([theirs.id, others.id]);
  expect(await ids(trade), "only what is assigned to them").toEqual([theirs.id]);
  expect(await ids(stranger)).toEqual([]);
  await world.withhold(viewer, ["snags.view", "snags.own"]);
  expect(await ids(viewer)).toEqual([]);
});
