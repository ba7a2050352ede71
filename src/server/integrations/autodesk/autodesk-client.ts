import type { IntegrationEndpoints } from "../endpoints.ts";
import { createOutsideCall, type OutsideOptions } from "../outside-call.ts";
import { authentication } from "./authentication.ts";
import { data } from "./data.ts";
import { openDownload } from "./download.ts";
import { drawings } from "./drawings.ts";

export type AutodeskClientOptions = Omit<OutsideOptions, "service"> & {
  readonly endpoints: Pick<IntegrationEndpoints["autodesk"], "api" | "profile">;
};

/** Client for the part of Autodesk Platform Services that is used here. Every call throws `OutsideFailure`. */
export function createAutodeskClient({ endpoints, ...options }: AutodeskClientOptions) {
  const { api, profile } = endpoints;
  const call = createOutsideCall({ service: "Autodesk", ...options });
  return {
    ...authentication({ api, profile, call }),
    ...data(api, call),
    ...drawings(api, call),
    download: (address: string) => openDownload(address, api.startsWith("http:")),
  };
}

export type AutodeskClient = ReturnType<typeof createAutodeskClient>;
