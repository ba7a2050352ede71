/* PBKDF2 with HMAC-SHA-256 (RFC 8018, FIPS 180-4), for browsers that restrict WebCrypto to https and localhost: sign-in
 * must work on a server on a plain-http site network as well. Slower than the browser's own, which is tried first. */
const primes = firstPrimes(64);
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const initial = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1)
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
}

const schedule = new Int32Array(64);

/** Compresses one block of sixteen words into `state`. */
function compress(state: Int32Array, block: Int32Array): void {
  const w = schedule;
  w.set(block);
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15] ?? 0;
    const y = w[i - 2] ?? 0;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = ((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (constants[i] ?? 0) + (w[i] ?? 0)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  const next = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i += 1) state[i] = ((state[i] ?? 0) + (next[i] ?? 0)) | 0;
}

/** The state after `key`, padded to a block and masked: the start of the inner or the outer hash of an HMAC. */
function keyed(key: Uint8Array, mask: number): Int32Array {
  const bytes = new Uint8Array(64).fill(mask);
  key.forEach((byte, at) => (bytes[at] = byte ^ mask));
  const state = initial.slice();
  compress(state, words(bytes));
  return state;
}

function words(bytes: Uint8Array): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Int32Array.from({ length: bytes.length / 4 }, (_, at) => view.getInt32(at * 4));
}

/** The last block of `message`, which follows one block of key. */
function lastBlock(message: Uint8Array): Int32Array {
  const bytes = new Uint8Array(64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  new DataView(bytes.buffer).setUint32(60, (64 + message.length) * 8);
  return words(bytes);
}

/**
 * Derives the first `length` bytes, at most 32, of the key from a password of at most 64 bytes and a salt of at most
 * 51: each fits into one block, which is all a puzzle needs.
 */
export function pbkdf2(password: Uint8Array, salt: Uint8Array, rounds: number, length: number): Uint8Array {
  if (password.length > 64 || salt.length > 51 || length > 32)
    throw new RangeError("Too long for one block.");
  const inner = keyed(password, 0x36);
  const outer = keyed(password, 0x5c);
  const state = new Int32Array(8);
  const digest = lastBlock(new Uint8Array(32));
  const hmac = (block: Int32Array): void => {
    state.set(inner);
    compress(state, block);
    digest.set(state);
    state.set(outer);
    compress(state, digest);
    digest.set(state);
  };
  hmac(lastBlock(Uint8Array.of(...salt, 0, 0, 0, 1)));
  const key = state.slice();
  for (let round = 1; round < rounds; round += 1) {
    hmac(digest);
    for (let i = 0; i < 8; i += 1) key[i] = (key[i] ?? 0) ^ (state[i] ?? 0);
  }
  const bytes = new DataView(new ArrayBuffer(32));
  key.forEach((word, at) => bytes.setInt32(at * 4, word));
  return new Uint8Array(bytes.buffer, 0, length);
}
