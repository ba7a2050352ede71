import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { everyCase } from "#test/every-case.ts";
import { snagsWorld } from "./snags.fixture.ts";

const world = snagsWorld();

/** Fields with free text, so that each value is unique. */
type Field = "title" | "trade";
type Actor = "phone" | "tablet" | "desk";

/** A step of the model: an actor sees the snag, writes a field, or sends what waits. */
type Step =
  | { readonly do: "look"; readonly who: Actor }
  | { readonly do: "write"; readonly who: Actor; readonly field: Field }
  | { readonly do: "send"; readonly who: Actor; readonly isAnswerLost: boolean; readonly keepsMine: boolean };

const actor = fc.constantFrom<Actor>("phone", "tablet", "desk");
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("look" as const), who: actor }),
  fc.record({
    do: fc.constant("write" as const),
    who: actor,
    field: fc.constantFrom<Field>("title", "trade"),
  }),
  fc.record({
    do: fc.constant("send" as const),
    who: actor,
    isAnswerLost: fc.boolean(),
    keepsMine: fc.boolean(),
  }),
);

interface Change {
  readonly guid: string;
  readonly field: Field;
  readonly value: string;
  readonly from: string;
}

type Values = Record<Field, string>;

/** Two devices that keep their changes, and a desk that writes at once, on one snag. */
class Model {
  readonly #id: number;
  /** Every value that was written by any actor. */
  readonly written: { field: Field; value: string }[] = [];
  readonly #seen: Record<Actor, Values>;
  readonly #queues: Record<Actor, Change[]> = { phone: [], tablet: [], desk: [] };
  #count = 0;

  constructor(id: number, start: Values) {
    this.#id = id;
    this.#seen = { phone: { ...start }, tablet: { ...start }, desk: { ...start } };
  }

  async run(step: Step): Promise<void> {
    if (step.do === "look") this.#seen[step.who] = await this.now();
    else if (step.do === "write") await this.#write(step.who, step.field);
    else await this.#send(step.who, step);
  }

  async now(): Promise<Values> {
    const { title, trade } = await world.get(this.#id);
    return { title, trade };
  }

  async #write(who: Actor, field: Field): Promise<void> {
    this.#count += 1;
    const value = `${who} ${this.#count}`;
    this.written.push({ field, value });
    if (who === "desk") {
      await world.put(this.#id, { [field]: value });
      return;
    }
    this.#queues[who].push({ guid: randomUUID(), field, value, from: this.#seen[who][field] });
    this.#seen[who][field] = value;
  }

  /** Sends everything that waits, in order; a lost answer is followed by the same act again. */
  async #send(who: Actor, { isAnswerLost, keepsMine }: { isAnswerLost: boolean; keepsMine: boolean }) {
    for (const change of this.#queues[who].splice(0)) {
      const now = await this.#put(change, change.from, isAnswerLost);
      if (now !== null && keepsMine) await this.#put(change, now, isAnswerLost);
    }
  }

  /** Returns the value that stands, if it is another one. */
  async #put({ guid, field, value }: Change, from: string, isAnswerLost: boolean): Promise<string | null> {
    const body = { [field]: value, from: { [field]: from }, guid, captured_at: "2026-03-01T03:00:00Z" };
    const input = { params: { id: this.#id }, body };
    const { client } = world.is.owner;
    if (isAnswerLost) await client.raw("PUT /api/annotations/{id}", input);
    const { status, body: answer } = await client.raw("PUT /api/annotations/{id}", input);
    if (status !== 409) return null;
    const { values } = answer as { values: { now: string } };
    return (JSON.parse(values.now) as Values)[field];
  }

  async finish(): Promise<void> {
    for (const who of ["phone", "tablet"] as const)
      await this.#send(who, { isAnswerLost: false, keepsMine: false });
  }
}

it("loses no value of two devices and a desk without a line in the history, in any order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const start = { title: "Start", trade: "" };
      const { id } = await world.pin({ title: start.title });
      const model = new Model(id, start);
      for (const one of steps) await model.run(one);
      await model.finish();
      const lines = (await world.steps(id)).flatMap(({ action, changes }) =>
        changes.map((change) => ({ ...change, action })),
      );
      for (const { field, value } of model.written) {
        const told = lines.filter((line) => line.field === field && line.to === value);
        // Applied once, or found to be late once and then perhaps applied.
        expect(told.filter(({ action }) => action === "changed").length).toBeLessThanOrEqual(1);
        expect(told.filter(({ action }) => action === "not_applied").length).toBeLessThanOrEqual(1);
        expect(told.length).toBeGreaterThanOrEqual(1);
      }
      // Each applied change began with the value that was applied before it.
      for (const field of ["title", "trade"] as const) {
        const applied = lines
          .filter((line) => line.field === field && line.action === "changed")
          .toReversed();
        let value: string | null = start[field] || null;
        for (const line of applied) {
          expect(line.from).toBe(value);
          value = line.to;
        }
        expect((await model.now())[field]).toBe(value ?? "");
      }
    }),
    { numRuns: everyCase ? 1000 : 12 },
  );
}, 600_000);
