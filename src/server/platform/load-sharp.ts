type Sharp = typeof import("sharp").default;

/**
 * Loads the image library when it is first needed: it costs 10 MB. Without its cache, which keeps up to 50 MB of decoded
 * pictures, and on one thread, since this process answers calls meanwhile.
 */
export async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
