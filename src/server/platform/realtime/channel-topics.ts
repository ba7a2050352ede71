/** Signals name one of this many partitions of all channels: precise enough, and one notification holds them all. */
export const PARTS = 64;

export const topicOfPart = (part: number) => `presence.${part}`;
export const topicOf = (channel: string) => topicOfPart(partOf(channel));

export function partOf(channel: string): number {
  let hash = 0;
  for (let at = 0; at < channel.length; at++) hash = (hash * 31 + channel.charCodeAt(at)) >>> 0;
  return hash % PARTS;
}
