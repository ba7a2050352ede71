import type { Language } from "#contract/languages.ts";
import type { TestClient } from "#test/client.ts";
import { type Words, words } from "../words.ts";
import type { Engine, Size } from "./engine.ts";
import type { Facts } from "./facts.ts";
import { Tab } from "./tab.ts";

/** Target of journeys: the product as a process, with its demo site. */
export interface Site {
  readonly origin: string;
  /** The first super admin's client, without a browser. */
  readonly client: TestClient;
}

/** The name or the email address of an account, and its password. */
export interface Account {
  readonly name: string;
  readonly password: string;
}

/** Says why a journey cannot run in this engine on this machine. */
export class Skipped extends Error {}

interface Entering {
  readonly size?: Size;
  readonly language?: Language;
  /** Account to sign in with; without one, a guest. */
  readonly as?: Account;
  /** Replaces the site's own origin, for a connection that can be cut. */
  readonly origin?: string;
}

export const desk: Size = { width: 1280, height: 800 };
export const phone: Size = { width: 390, height: 844 };

interface WalkOptions {
  readonly site: Site;
  readonly engine: Engine;
  /** Absent in the run that determines them. */
  readonly facts?: Facts;
  readonly name: string;
}

const unknown: Facts = {
  webgl: null,
  h264: false,
  avif: false,
  webp: false,
  webrtc: false,
  serviceWorker: false,
};

/** Counts runs: names of created items differ from attempt to attempt. */
let runs = 0;

/** One journey in one engine. */
export class Walk {
  readonly site: Site;
  readonly engine: Engine;
  readonly facts: Facts;
  /** Unique among the journeys of the run: for the names of created items. */
  readonly tag: string;
  readonly t: Words = words("en");
  readonly tabs: Tab[] = [];
  readonly #name: string;
  readonly #closing: (() => Promise<unknown>)[] = [];

  constructor({ site, engine, facts = unknown, name }: WalkOptions) {
    this.site = site;
    this.engine = engine;
    this.facts = facts;
    this.#name = `${engine.name.toLowerCase()}-${name.replaceAll(/[^a-z]+/gi, "-").toLowerCase()}`;
    runs += 1;
    this.tag = `${this.#name}-${runs}`;
  }

  /** Opens a tab of a fresh profile for a user who has seen the welcome; it is at an empty page of ours. */
  async open({ size = desk, language = "en", as, origin = this.site.origin }: Entering = {}): Promise<Tab> {
    const opened = await this.engine.open(size);
    this.#closing.push(opened.close);
    const tab = new Tab(
      opened.driver,
      this.tabs.length === 0 ? this.#name : `${this.#name}-${this.tabs.length}`,
    );
    this.tabs.push(tab);
    await tab.goto(`${origin}/api/health`);
    await tab.call((chosen) => {
      localStorage.setItem("app-language", chosen);
      localStorage.setItem("onboardingCompleted", "true");
      localStorage.setItem("app-cookies", "necessary");
    }, language);
    if (as !== undefined) await tab.call(enter, as);
    return tab;
  }

  /** Registers a clean-up for the end of the journey, run in reverse order. */
  after(close: () => Promise<unknown>): void {
    this.#closing.push(close);
  }

  /** Skips the journey unless the engine has this capability. */
  needs(fact: "webgl" | "h264" | "serviceWorker", why: string): void {
    if (this.facts[fact] === null || this.facts[fact] === false) throw new Skipped(why);
  }

  async end(): Promise<void> {
    for (const close of this.#closing.splice(0).toReversed()) await close().catch(() => undefined);
  }
}

/** Runs in the page: signs in by the same calls as the sign-in page, so that the browser keeps the cookies. */
async function enter({ name, password }: Account): Promise<void> {
  const { data } = (await (await fetch("/api/csrf-token")).json()) as { data: { token: string } };
  const reply = await fetch("/api/login", {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrf-token": data.token },
    body: JSON.stringify({ username_l: name, password_l: password }),
  });
  if (!reply.ok) throw new Error(`Signing in was answered with ${reply.status}: ${await reply.text()}`);
}

export interface Journey {
  readonly name: string;
  /** Runs in a separate browser without WebGL. */
  readonly isWithoutWebgl?: boolean;
  walk(walk: Walk): Promise<void>;
}
