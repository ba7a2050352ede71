import { createHash } from "node:crypto";
import type { Node, Nodes } from "./nodes.ts";

/**
 * The nodes that answer browsers and are reachable by others. Of two at one address the younger counts: the other one
 * is its state before the last start, and is dropped in a moment.
 */
export function servingNodes(nodes: Pick<Nodes, "alive">): readonly Node[] {
  const byUrl = new Map<string, Node>();
  for (const node of nodes.alive()) {
    if (node.role === "worker" || node.url === "") continue;
    const known = byUrl.get(node.url);
    if (known === undefined || node.isSelf || (!known.isSelf && known.started_at <= node.started_at))
      byUrl.set(node.url, node);
  }
  return [...byUrl.values()];
}

/** The serving nodes without this one. */
export const partners = (nodes: Pick<Nodes, "alive">): readonly Node[] =>
  servingNodes(nodes).filter(({ isSelf }) => !isSelf);

/**
 * The node responsible for this name; null when it is this one. Every node gets the same result, and when one comes or
 * goes only its own names move (rendezvous hashing, by addresses: a restart moves nothing).
 */
export function nodeFor(name: string, nodes: Pick<Nodes, "alive">): Node | null {
  const all = servingNodes(nodes);
  const [first] = all;
  if (first === undefined || (all.length === 1 && first.isSelf)) return null;
  const weight = ({ url }: Node) => createHash("sha256").update(`${url}\n${name}`).digest().readUIntBE(0, 6);
  let best = { node: first, weight: weight(first) };
  for (const node of all.slice(1)) {
    const own = weight(node);
    if (own > best.weight || (own === best.weight && node.url > best.node.url)) best = { node, weight: own };
  }
  return best.node.isSelf ? null : best.node;
}
