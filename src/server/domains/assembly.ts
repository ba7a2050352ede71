import type { FastifyInstance } from "fastify";
import { languages } from "#contract/languages.ts";
import type { FilmClaim, PictureClaim, PlanClaim, PortraitClaim } from "#server/media/index.ts";
import type { Listener } from "#server/platform/events/event-listener.ts";
import type { JobSchedule, Worker } from "#server/platform/jobs/work.ts";
import type { Policies } from "#server/platform/policy.ts";
import type { Sample, SamplePlace } from "#server/platform/samples.ts";
import type { Notice } from "./installation/notifications/notification-types.ts";
import { hasWords } from "./installation/notifications/words.ts";
import type { ExportPart } from "./sites/exports/part.ts";

type AnyHandler = (context: never) => Promise<unknown>;
type Table<Entry> = Readonly<Record<string, Entry>>;

/** SQL conditions under which a stored file is still in use. The nightly sweep removes files that no domain claims. */
interface Claims {
  readonly pictures: readonly PictureClaim[];
  readonly portraits: readonly PortraitClaim[];
  readonly plans: readonly PlanClaim[];
  readonly films: readonly FilmClaim[];
}

/** Background work that repeats while this process runs jobs. */
interface Repeat {
  /** Milliseconds between two runs. */
  readonly every: number;
  readonly work: () => Promise<unknown>;
}

/** Merged declarations of the domains. */
interface Declarations {
  /** Handlers of the contract's calls, each with a valid sample call. */
  readonly handlers: Table<AnyHandler>;
  readonly samples: Table<(place: SamplePlace) => Sample>;
  readonly jobs: readonly Worker[];
  readonly schedules: readonly JobSchedule[];
  readonly listens: readonly Listener[];
  readonly repeats: readonly Repeat[];
  /** Nightly cleanup, in this order. */
  readonly sweeps: readonly (() => Promise<unknown>)[];
  readonly exportParts: readonly ExportPart[];
  /** Kinds of notifications, each with texts in every language. */
  readonly notices: readonly Notice[];
  /** Fastify plugins for addresses outside the contract. */
  readonly doors: readonly ((app: FastifyInstance) => Promise<void>)[];
  readonly claims: Claims;
}

/** Return value of a domain's module: its declarations, and the services that it offers to domains added later. */
export interface Domain extends Partial<Omit<Declarations, "claims">> {
  readonly policies?: Partial<Policies>;
  readonly claims?: Partial<Claims>;
  /** Services, by the names that other modules use in their options. */
  readonly offers?: object;
}

type OffersOf<M> = M extends { readonly offers: infer Offers } ? Offers : unknown;
type PoliciesOf<M> = M extends { readonly policies: infer Some } ? Some : unknown;

/** The services and declarations of the domains added so far. */
interface Assembly<Services, Known> {
  readonly services: Services;
  readonly declared: Declarations;
  readonly policies: Known;
  /** Adds a domain. A module whose options are not met by the services added so far does not compile. */
  with<M extends Domain>(
    module: (services: Services, current: Pick<Assembly<Services, Known>, "declared" | "policies">) => M,
  ): Assembly<Services & OffersOf<M>, Known & PoliciesOf<M>>;
}

const nothing: Declarations = {
  handlers: {},
  samples: {},
  jobs: [],
  schedules: [],
  listens: [],
  repeats: [],
  sweeps: [],
  exportParts: [],
  notices: [],
  doors: [],
  claims: { pictures: [], portraits: [], plans: [], films: [] },
};

/** Starts an assembly with the services of the server itself. */
export const assemble = <Services extends object>(services: Services): Assembly<Services, object> =>
  assembled(services, nothing, {});

function assembled<Services extends object, Known extends object>(
  services: Services,
  declared: Declarations,
  policies: Known,
): Assembly<Services, Known> {
  return {
    services,
    declared,
    policies,
    with<M extends Domain>(module: Parameters<Assembly<Services, Known>["with"]>[0]) {
      const made = module(services, { declared, policies });
      return assembled(
        mergeTables("offer", services, made.offers ?? {}) as Services & OffersOf<M> & object,
        withModule(declared, made),
        mergeTables("policy", policies, made.policies ?? {}) as Known & PoliciesOf<M> & object,
      );
    },
  };
}

const concat = <Entry>(before: readonly Entry[], made: readonly Entry[] = []): readonly Entry[] => [
  ...before,
  ...made,
];

/** Merges the declarations of one more module. */
const withModule = (declared: Declarations, made: Domain): Declarations => ({
  handlers: mergeTables("handler", declared.handlers, made.handlers ?? {}),
  samples: mergeTables("sample", declared.samples, made.samples ?? {}),
  jobs: concat(declared.jobs, made.jobs),
  schedules: concat(declared.schedules, made.schedules),
  listens: concat(declared.listens, made.listens),
  repeats: concat(declared.repeats, made.repeats),
  sweeps: concat(declared.sweeps, made.sweeps),
  exportParts: concat(declared.exportParts, made.exportParts),
  notices: concat(declared.notices, made.notices),
  doors: concat(declared.doors, made.doors),
  claims: {
    pictures: concat(declared.claims.pictures, made.claims?.pictures),
    portraits: concat(declared.claims.portraits, made.claims?.portraits),
    plans: concat(declared.claims.plans, made.claims?.plans),
    films: concat(declared.claims.films, made.claims?.films),
  },
});

/** Merges two tables. Throws when a name is in both. */
function mergeTables<One extends object, Two extends object>(kind: string, one: One, two: Two): One & Two {
  const twice = Object.keys(two).find((name) => name in one);
  if (twice !== undefined) throw new Error(`Two domains have ${kind} "${twice}".`);
  return { ...one, ...two };
}

/**
 * Throws when a call of the contract has no handler or no sample, a handler or sample has no call, or a notification
 * has no texts.
 */
export function assertComplete(
  api: Table<unknown>,
  { handlers, samples, notices }: Pick<Declarations, "handlers" | "samples" | "notices">,
): void {
  for (const { name } of notices)
    for (const { code } of languages)
      if (!hasWords(name, code)) throw new Error(`No words in "${code}" for the news "${name}".`);
  for (const [what, table] of Object.entries({ handler: handlers, sample: samples })) {
    const missing = Object.keys(api).filter((route) => !(route in table));
    if (missing.length > 0) throw new Error(`No ${what} for ${missing.join(", ")}.`);
    const stray = Object.keys(table).filter((route) => !(route in api));
    if (stray.length > 0) throw new Error(`No call in the contract for the ${what} of ${stray.join(", ")}.`);
  }
}
