import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const run = promisify(argon2);
/** OWASP's floor for argon2id: 19 MiB, two passes, one lane. About 70 ms of one core. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
/** Parallel sign-ins: each takes 19 MiB and a core, so that a flood has to queue rather than exhaust the machine. */
const maxAtOnce = 4;
const tagLength = 32;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxAtOnce) await new Promise<void>((resume) => waiting.push(resume));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** Hashes a password, exact to the last space, as a PHC string with its own salt and cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await inTurn(() => run("argon2id", { message: password, nonce: salt, tagLength, ...cost }));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt.toString("base64")}$${tag.toString("base64")}`;
}

/** Whether the password is the one hashed. Takes as long when there is no hash, so that names cannot be probed by time. */
export async function isPasswordRight(password: string, hash: string | null): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? "");
  const [, memory, passes, parallelism, salt, tag] = parts ?? [];
  const expected = Buffer.from(tag ?? "", "base64");
  const options = {
    message: password,
    nonce: salt === undefined ? randomBytes(16) : Buffer.from(salt, "base64"),
    tagLength,
    memory: Number(memory ?? cost.memory),
    passes: Number(passes ?? cost.passes),
    parallelism: Number(parallelism ?? cost.parallelism),
  };
  const actual = await inTurn(() => run("argon2id", options));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
