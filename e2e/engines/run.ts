import type { Engine } from "./engine.ts";
import { type Facts, factsOf } from "./facts.ts";
import { type Journey, type Site, Skipped, Walk } from "./journey.ts";
import type { Cell, Column } from "./table.ts";

interface Run {
  readonly site: Site;
  readonly journeys: readonly Journey[];
  /** Starts the engine. */
  readonly launch: (hasWebgl: boolean) => Promise<Engine>;
  /** Prints the point at which a journey failed. */
  readonly isTraced: boolean;
}

/** Attempts per journey: on a busy machine a browser may starve, which the table then shows. */
const TRIES = 2;

/** Runs all journeys in one engine, which it starts and ends. */
export async function runEngine({ site, journeys, launch, isTraced }: Run): Promise<Column> {
  const engine = await launch(true);
  const asking = new Walk({ site, engine, name: "facts" });
  const facts = await factsOf(await asking.open());
  await asking.end();
  const cells = new Map<string, Cell>();
  for (const journey of journeys) {
    const cell = await walkUntilGood(journey, () => walkIn(journey));
    cells.set(journey.name, cell);
    console.log(
      `${engine.name}: ${journey.name}: ${cell.result}${cell.why === undefined ? "" : `, ${cell.why}`}`,
    );
  }
  await engine.end();
  return { name: engine.name, version: engine.version, facts, cells };

  async function walkIn(journey: Journey): Promise<Cell> {
    if (journey.isWithoutWebgl !== true) return walkOnce({ site, engine, facts, journey, isTraced });
    const other = await launch(false);
    const cell = await walkOnce({ site, engine: other, facts, journey, isTraced });
    await other.end();
    return cell;
  }
}

async function walkUntilGood({ name }: Journey, walk: () => Promise<Cell>): Promise<Cell> {
  for (let tries = 1; ; tries += 1) {
    const cell = await walk();
    if (cell.result === "passed" && tries > 1) return { ...cell, why: `at try ${tries}` };
    if (cell.result !== "failed" || tries === TRIES) return cell;
    console.log(`${name}: once more, for ${cell.why}`);
  }
}

interface Once {
  readonly site: Site;
  readonly engine: Engine;
  readonly facts: Facts;
  readonly journey: Journey;
  readonly isTraced: boolean;
}

async function walkOnce({ site, engine, facts, journey, isTraced }: Once): Promise<Cell> {
  const begun = performance.now();
  const walk = new Walk({ site, engine, facts, name: journey.name });
  try {
    await journey.walk(walk);
    return { result: "passed", seconds: (performance.now() - begun) / 1000 };
  } catch (error) {
    if (error instanceof Skipped) return { result: "skipped", why: error.message };
    for (const tab of walk.tabs) await tab.shoot("failed").catch(() => undefined);
    if (isTraced) console.error(error);
    return { result: "failed", why: error instanceof Error ? error.message : String(error) };
  } finally {
    await walk.end();
  }
}
