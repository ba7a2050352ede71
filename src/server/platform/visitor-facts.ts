import type { IncomingHttpHeaders } from "node:http";
import ipaddr from "ipaddr.js";
import { readUserAgent } from "./user-agent.ts";

/** Recorded facts about a viewer. */
export interface VisitorFacts {
  readonly address: string;
  readonly browser: string;
  readonly device: string;
}

const nothing: VisitorFacts = { address: "", browser: "", device: "" };

/** A viewer who opted out of tracking is counted, and nothing else: no address, no browser, no device. */
export function factsOf(address: string, headers: IncomingHttpHeaders): VisitorFacts {
  if (headers["dnt"] === "1" || headers["sec-gpc"] === "1") return nothing;
  const { browser, device } = readUserAgent(headers["user-agent"] ?? "");
  return { address: shortened(address), browser, device };
}

/** Removes the last 8 bits of an IPv4 and the last 80 of an IPv6 address: an area, and no single person. */
export function shortened(address: string): string {
  if (!ipaddr.isValid(address)) return "";
  const ip = ipaddr.process(address);
  const kept = ip.kind() === "ipv4" ? 3 : 6;
  const bytes = ip.toByteArray().map((byte, at) => (at < kept ? byte : 0));
  return ipaddr.fromByteArray(bytes).toString();
}

/** Search engines, link previews, tools: clients without a human viewer. */
const machines =
  /bot\b|bots\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|embedly|pinterest|vkshare|monitor|uptime|lighthouse|pagespeed|python|curl|wget|httpclient|okhttp|java\/|go-http|axios|node-fetch|scrapy/i;

/** A browser identifies itself: a client that does not is a machine as well. */
export function isMachine({ "user-agent": agent = "" }: IncomingHttpHeaders): boolean {
  return agent.trim() === "" || machines.test(agent) || /[a-z](?:bot)(?:[/ ;)]|$)/i.test(agent);
}
