import { gzipSync } from "node:zlib";
import { build } from "vite";

/** Bundles a browser script from the sources as the product's build would, and returns its code. */
export async function bundle(entry: string): Promise<{ code: string; gzipBytes: number }> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      minify: true,
      target: "es2024",
      lib: { entry, formats: ["es"], fileName: "bundle" },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) =>
    "output" in part ? part.output : [],
  );
  const chunk = outputs.find((output) => output.type === "chunk");
  if (!chunk) throw new Error(`nothing was built from ${entry}`);
  return { code: chunk.code, gzipBytes: gzipSync(chunk.code, { level: 9 }).length };
}
