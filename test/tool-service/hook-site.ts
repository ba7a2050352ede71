import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ToolHookCall } from "#server/integrations/tools/tool-client.ts";

type Told = Pick<ToolHookCall, "body" | "headers">;

/**
 * A site to which tools send their webhooks: it records requests, and answers a challenge as long as it is configured
 * to.
 */
export class HookSite {
  readonly told: Told[] = [];
  /** Status of the response to HEAD. */
  headStatus = 200;
  echoesChallenge = true;
  #url = "";
  #close: () => void = () => undefined;

  static async open(): Promise<HookSite> {
    const site = new HookSite();
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        if (request.method === "HEAD") return void response.writeHead(site.headStatus).end();
        const body = new Uint8Array(Buffer.concat(parts));
        const text = Buffer.from(body).toString();
        if (text.includes('"challenge"'))
          return void response.writeHead(200).end(site.echoesChallenge ? text : "{}");
        site.told.push({ body, headers: request.headers });
        response.writeHead(200).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    site.#url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/tools/k?c=7`;
    site.#close = () => {
      server.closeAllConnections();
      server.close();
    };
    return site;
  }

  get url(): string {
    return this.#url;
  }

  calm(): void {
    this.told.length = 0;
    this.headStatus = 200;
    this.echoesChallenge = true;
  }

  /** The `index`-th request, in the form in which the product's own route passes it on. */
  call(index: number, boardId: string, secret: string | null): ToolHookCall {
    const told = this.told[index];
    if (told === undefined) throw new Error("nothing was told");
    return { ...told, url: this.#url, secret, boardId };
  }

  close(): void {
    this.#close();
  }
}
