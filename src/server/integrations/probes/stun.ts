import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { failureOf, mayBeAsked, PATIENCE, ProbeFailure, refuseForbidden } from "./guarded-lookup.ts";
import { type ProbeText, probeText } from "./probe-text.ts";

const COOKIE = 0x2112a442;
const BINDING = 0x0001;
const SUCCESS = 0x0101;
const XOR_MAPPED_ADDRESS = 0x0020;
/** Milliseconds after which the request is sent again: datagrams get lost. */
const AGAIN = 700;

/**
 * Sends a binding request to a STUN or TURN server (RFC 8489) and returns a sentence with the address from which it sees
 * this server. Throws ProbeFailure.
 */
export async function askStun(host: string, port: number): Promise<ProbeText> {
  refuseForbidden(host);
  const { address, family } = await lookup(host).catch((error: unknown) => {
    throw failureOf(error);
  });
  if (!mayBeAsked(address)) throw new ProbeFailure("forbidden");
  const id = randomBytes(12);
  const question = Buffer.alloc(20);
  question.writeUInt16BE(BINDING, 0);
  question.writeUInt32BE(COOKIE, 4);
  id.copy(question, 8);
  const socket = createSocket(family === 6 ? "udp6" : "udp4");
  const timers: NodeJS.Timeout[] = [];
  try {
    return await new Promise((done, fail) => {
      socket.on("error", (error) => fail(failureOf(error)));
      socket.on("message", (message) => {
        const address = readAnswer(message, id);
        if (address === null) done(probeText("over_udp_unseen"));
        else if (address !== undefined) done(probeText("over_udp", { address }));
      });
      // Connected, so that only packets of this server are received, and a closed port reports an error.
      socket.connect(port, address, () => {
        const send = () => socket.send(question, (error) => error && fail(failureOf(error)));
        send();
        timers.push(setInterval(send, AGAIN));
      });
      timers.push(
        setTimeout(() => fail(new ProbeFailure("too_late_udp", { seconds: PATIENCE / 1000 })), PATIENCE),
      );
    });
  } finally {
    for (const timer of timers) clearTimeout(timer);
    socket.close();
  }
}

/** The address in a success response to our request, null without one; undefined for anything else. */
function readAnswer(message: Buffer, id: Buffer): string | null | undefined {
  if (message.length < 20 || message.readUInt16BE(0) !== SUCCESS) return undefined;
  if (message.readUInt32BE(4) !== COOKIE || !message.subarray(8, 20).equals(id)) return undefined;
  let at = 20;
  while (at + 4 <= message.length) {
    const [type, length] = [message.readUInt16BE(at), message.readUInt16BE(at + 2)];
    const value = message.subarray(at + 4, at + 4 + length);
    if (type === XOR_MAPPED_ADDRESS) return readAddress(value, message.subarray(4, 20));
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return null;
}

function readAddress(value: Buffer, mask: Buffer): string | undefined {
  const size = value[1] === 2 ? 16 : 4;
  if (value.length < 4 + size) return undefined;
  const bytes = [...value.subarray(4, 4 + size)].map((byte, index) => byte ^ (mask[index] ?? 0));
  return ipaddr.fromByteArray(bytes).toString();
}
