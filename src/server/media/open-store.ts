import { join } from "node:path";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/platform/log.ts";
import { createLocalStore } from "./local-store.ts";
import type { ObjectStore } from "./store.ts";

export type StoreConfig = Pick<
  Config,
  | "dataDir"
  | "S3_BUCKET"
  | "S3_ENDPOINT"
  | "S3_REGION"
  | "S3_ACCESS_KEY_ID"
  | "S3_SECRET_ACCESS_KEY"
  | "S3_PATH_STYLE"
  | "S3_PREFIX"
>;

/** Folders of objects, and of work in progress, on this machine; on one volume. */
export const localFolders = (dataDir: string) => ({
  objects: join(dataDir, "media", "objects"),
  building: join(dataDir, "media", "building"),
});

/** Whether every node reads the same objects. */
export const isShared = ({ S3_BUCKET }: Pick<Config, "S3_BUCKET">): boolean => S3_BUCKET !== "";

/**
 * Opens the store configured by the environment. Throws a sentence for the administrator when the configuration is
 * wrong.
 */
export async function openStore(config: StoreConfig, log: Log): Promise<ObjectStore> {
  const { objects, building } = localFolders(config.dataDir);
  if (!isShared(config)) return createLocalStore(objects, building);
  for (const name of ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const)
    if (config[name] === "") throw new Error(`The configuration is wrong.\n${name}: needed with S3_BUCKET.`);
  const { openS3Store } = await import("./s3-store.ts");
  return openS3Store({
    endpoint: config.S3_ENDPOINT === "" ? `https://s3.${config.S3_REGION}.amazonaws.com` : config.S3_ENDPOINT,
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
    isPathStyle: config.S3_PATH_STYLE,
    prefix: config.S3_PREFIX,
    directory: building,
    log,
  });
}
