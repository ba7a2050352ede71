import type { Endpoint } from "#contract/endpoint.ts";
import type { Route } from "#contract/index.ts";
import type { Sample, SamplePlace } from "#server/platform/samples.ts";
import { type TestApp, testApp } from "../app.ts";
import { TrelloService } from "../trello-service/index.ts";
import { endings, type Places, placesOf } from "./sample-places.ts";
import { type AnySample, readSamples } from "./samples.ts";
import { buildWorld, type RoleName, type World } from "./world.ts";

/** The product with a user of every role, and everything switched on, so that the calls behind are reached. */
export class Stage {
  readonly world: World;
  readonly samples: ReadonlyMap<Route, AnySample>;
  readonly places: Places;
  /** Calls made, and those of them that left an entry in the audit log. */
  readonly called = new Set<Route>();
  readonly recorded = new Set<Route>();
  readonly #app: TestApp;
  /** Calls of a tool reach a service that does not know the token of the samples. */
  readonly #trello: TrelloService;

  private constructor(app: TestApp, trello: TrelloService, world: World, samples: Map<Route, AnySample>) {
    this.#app = app;
    this.#trello = trello;
    this.world = world;
    this.samples = samples;
    this.places = placesOf(() => world);
  }

  static async start(): Promise<Stage> {
    const trello = await TrelloService.start();
    const app = await testApp({
      environment: { INTEGRATION_ENDPOINTS: JSON.stringify({ trello: trello.endpoints }) },
    });
    const world = await buildWorld(app);
    await world.clients.super_admin.call("PUT /api/settings", {
      body: {
        enable_registration: true,
        "2fa_enable": true,
        trello_enabled: true,
        monday_enabled: true,
        clickup_enabled: true,
        ms_project_enabled: true,
        adsk_client_id: "conformance",
        adsk_client_secret: "conformance",
      },
    });
    return new Stage(app, trello, world, await readSamples());
  }

  async end(): Promise<void> {
    await this.#app.close();
    await this.#trello.close();
  }

  /** A valid call. */
  sampleOf(route: Route, place: SamplePlace): Sample {
    const sample = this.samples.get(route);
    if (sample === undefined) throw new Error(`No sample for ${route}.`);
    return sample(place);
  }

  /** Entries of calls in the audit log: those of concurrent jobs have no address. */
  async countEntries(): Promise<number> {
    const row = await this.#app.database.db
      .selectFrom("activity")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("address", "<>", "")
      .executeTakeFirstOrThrow();
    return row.count;
  }

  /** Replaces what a call that succeeded has used up. */
  async makeGood(route: Route, role: RoleName): Promise<void> {
    if (endings.includes(route) && role !== "guest") await this.world.renew(role);
    this.places.used(route);
  }
}

/** Whether a call must leave an entry in the audit log, unless `unrecorded` gives a reason. */
export const leavesEntry = (route: Route, { download }: Endpoint) =>
  !route.startsWith("GET ") || download !== undefined;
