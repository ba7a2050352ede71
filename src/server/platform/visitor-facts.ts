import type { IncomingHttpHeaders } from "node:http";
import ipaddr from "ipaddr.js";
import { readUserAgent } from "./user-agent.ts";

/** What is written down of whoever looks. */
export interface VisitorFacts {
  readonly address: string;
  readonly browser: string;
  readonly device: string;
}

const nothing: VisitorFacts = { address: "", browser: "", device: "" };

/** Who asked not to be followed is counted, and nothing else: no address, no browser, no device. */
export function factsOf(address: string, headers: IncomingHttpHeaders): VisitorFacts {
  if (headers["dnt"] === "1" || headers["sec-gpc"] === "1") return nothing;
  const { browser, device } = readUserAgent(headers["user-agent"] ?? "");
  return { address: shortened(address), browser, device };
}

/** Without the last 8 bits of an IPv4 and the last 80 of an IPv6 address: a place, and nobody in it. */
export function shortened(address: string): string {
  if (!ipaddr.isValid(address)) return "";
  const ip = ipaddr.process(address);
  const kept = ip.kind() === "ipv4" ? 3 : 6;
  const bytes = ip.toByteArray().map((byte, at) => (at < kept ? byte : 0));
  return ipaddr.fromByteArray(bytes).toString();
}

/** Search machines, makers of previews, tools: whatever looks without an eye. */
const machines =
  /bot\b|bots\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|embedly|pinterest|vkshare|monitor|uptime|lighthouse|pagespeed|python|curl|wget|httpclient|okhttp|java\/|go-http|axios|node-fetch|scrapy/i;

/** A browser says who it is: what does not is a machine as well. */
export function isMachine({ "user-agent": agent = "" }: IncomingHttpHeaders): boolean {
  return agent.trim() === "" || machines.test(agent) || /[a-z](?:bot)(?:[/ ;)]|$)/i.test(agent);
}
