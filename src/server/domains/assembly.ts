import type { FastifyInstance } from "fastify";
import type { FilmClaim, PictureClaim, PlanClaim, PortraitClaim } from "#server/media/index.ts";
import type { Listener } from "#server/platform/events/listens.ts";
import type { Timetable, Worker } from "#server/platform/jobs/work.ts";
import type { Policies } from "#server/platform/policy.ts";
import type { Sample, SamplePlace } from "#server/platform/samples.ts";
import type { ExportPart } from "./exports/part.ts";

type AnyHandler = (context: never) => Promise<unknown>;
type Table<Entry> = Readonly<Record<string, Entry>>;

/** Conditions under which a kept file is still shown: what no domain claims is removed by the nightly sweep. */
interface Claims {
  readonly pictures: readonly PictureClaim[];
  readonly portraits: readonly PortraitClaim[];
  readonly plans: readonly PlanClaim[];
  readonly films: readonly FilmClaim[];
}

/** What goes on by itself while this process works. */
interface Repeat {
  /** Milliseconds between two turns. */
  readonly every: number;
  readonly work: () => Promise<unknown>;
}

/** What all domains do together. */
interface Deeds {
  /** Who answers the calls of the contract, with one right call for each. */
  readonly handlers: Table<AnyHandler>;
  readonly samples: Table<(place: SamplePlace) => Sample>;
  readonly jobs: readonly Worker[];
  readonly schedules: readonly Timetable[];
  readonly listens: readonly Listener[];
  readonly repeats: readonly Repeat[];
  /** What is cleared away each night, in this order. */
  readonly sweeps: readonly (() => Promise<unknown>)[];
  readonly exportParts: readonly ExportPart[];
  /** Addresses outside the contract. */
  readonly doors: readonly ((app: FastifyInstance) => Promise<void>)[];
  readonly claims: Claims;
}

/** What the module of a domain returns: what it does, and what it offers to the domains after it. */
export interface Domain extends Partial<Omit<Deeds, "claims">> {
  readonly policies?: Partial<Policies>;
  readonly claims?: Partial<Claims>;
  /** By the names under which others ask for it in their options. */
  readonly offers?: object;
}

type OffersOf<M> = M extends { readonly offers: infer Offers } ? Offers : unknown;
type PoliciesOf<M> = M extends { readonly policies: infer Some } ? Some : unknown;

/** What stands so far: what can be asked for, and what the domains do. */
interface Assembly<House, Kept> {
  readonly house: House;
  readonly deeds: Deeds;
  readonly policies: Kept;
  /** Adds a domain. It is given what was offered before it: a need that nobody meets does not compile. */
  with<M extends Domain>(
    module: (house: House, sofar: Pick<Assembly<House, Kept>, "deeds" | "policies">) => M,
  ): Assembly<House & OffersOf<M>, Kept & PoliciesOf<M>>;
}

const nothing: Deeds = {
  handlers: {},
  samples: {},
  jobs: [],
  schedules: [],
  listens: [],
  repeats: [],
  sweeps: [],
  exportParts: [],
  doors: [],
  claims: { pictures: [], portraits: [], plans: [], films: [] },
};

/** Puts domains together one after another, beginning with what the server itself has. */
export const assemble = <House extends object>(house: House): Assembly<House, object> =>
  assembled(house, nothing, {});

function assembled<House extends object, Kept extends object>(
  house: House,
  deeds: Deeds,
  policies: Kept,
): Assembly<House, Kept> {
  return {
    house,
    deeds,
    policies,
    with<M extends Domain>(module: Parameters<Assembly<House, Kept>["with"]>[0]) {
      const made = module(house, { deeds, policies });
      return assembled(
        joined("offer", house, made.offers ?? {}) as House & OffersOf<M> & object,
        folded(deeds, made),
        joined("policy", policies, made.policies ?? {}) as Kept & PoliciesOf<M> & object,
      );
    },
  };
}

const more = <Entry>(before: readonly Entry[], made: readonly Entry[] = []): readonly Entry[] => [
  ...before,
  ...made,
];

/** The deeds with those of one more domain, kind by kind. */
const folded = (deeds: Deeds, made: Domain): Deeds => ({
  handlers: joined("handler", deeds.handlers, made.handlers ?? {}),
  samples: joined("sample", deeds.samples, made.samples ?? {}),
  jobs: more(deeds.jobs, made.jobs),
  schedules: more(deeds.schedules, made.schedules),
  listens: more(deeds.listens, made.listens),
  repeats: more(deeds.repeats, made.repeats),
  sweeps: more(deeds.sweeps, made.sweeps),
  exportParts: more(deeds.exportParts, made.exportParts),
  doors: more(deeds.doors, made.doors),
  claims: {
    pictures: more(deeds.claims.pictures, made.claims?.pictures),
    portraits: more(deeds.claims.portraits, made.claims?.portraits),
    plans: more(deeds.claims.plans, made.claims?.plans),
    films: more(deeds.claims.films, made.claims?.films),
  },
});

/** Both tables in one; throws when a name is in both. */
function joined<One extends object, Two extends object>(kind: string, one: One, two: Two): One & Two {
  const twice = Object.keys(two).find((name) => name in one);
  if (twice !== undefined) throw new Error(`Two domains have ${kind} "${twice}".`);
  return { ...one, ...two };
}

/** Throws when a call of the contract is answered by nobody or has no sample, or when there is more than its calls. */
export function assertWhole(
  api: Table<unknown>,
  { handlers, samples }: Pick<Deeds, "handlers" | "samples">,
): void {
  for (const [what, table] of Object.entries({ handler: handlers, sample: samples })) {
    const missing = Object.keys(api).filter((route) => !(route in table));
    if (missing.length > 0) throw new Error(`No ${what} for ${missing.join(", ")}.`);
    const stray = Object.keys(table).filter((route) => !(route in api));
    if (stray.length > 0) throw new Error(`No call in the contract for the ${what} of ${stray.join(", ")}.`);
  }
}
