import { z } from "zod";

export interface MediamtxSettings {
  /** Address of its control API, `http://media.example:9997`. */
  readonly api: string;
  readonly user: string;
  readonly password: string;
}

/** The server refused, or was not reached: its message, in English. */
export class MediamtxFailure extends Error {
  /** 0 when there was no answer at all. */
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.name = "MediamtxFailure";
    this.status = status;
  }
}

/** A path with a publisher, as its API lists it; versions before 1.16 write `ready` for `available`. */
const ListedPath = z
  .object({
    name: z.string(),
    available: z.boolean().optional(),
    ready: z.boolean().optional(),
    inboundBytes: z.number().optional(),
    bytesReceived: z.number().optional(),
    readers: z.array(z.unknown()).nullish(),
    source: z.object({ type: z.string(), id: z.string().optional() }).nullish(),
    tracks2: z
      .array(z.object({ codec: z.string(), codecProps: z.record(z.string(), z.unknown()).nullish() }))
      .nullish(),
  })
  .transform((path) => ({
    name: path.name,
    isReady: path.available ?? path.ready ?? false,
    bytes: path.inboundBytes ?? path.bytesReceived ?? 0,
    readers: path.readers?.length ?? 0,
    source: path.source ?? null,
    tracks: (path.tracks2 ?? []).map(({ codec, codecProps }) => ({
      codec,
      width: Number(codecProps?.["width"] ?? 0),
      height: Number(codecProps?.["height"] ?? 0),
    })),
  }));
export type MediamtxPath = z.output<typeof ListedPath>;
const Listed = z.object({ pageCount: z.number(), items: z.array(ListedPath) });
const Refused = z.object({ error: z.string() });

const patience = 5000;
const perPage = 1000;

/** The control API of a MediaMTX server, version 3. Every call throws `MediamtxFailure`. */
export function createMediamtxClient({ api, user, password }: MediamtxSettings) {
  const base = api.replace(/\/+$/, "");
  const headers = {
    "content-type": "application/json",
    ...(user !== "" && {
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
    }),
  };

  async function call(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: unknown) {
    const response = await fetch(`${base}${path}`, {
      method,
      headers,
      redirect: "error",
      signal: AbortSignal.timeout(patience),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new MediamtxFailure(0, `MediaMTX could not be reached: ${reasonOf(error)}`);
    });
    const text = await response.text();
    if (response.ok) return text === "" ? {} : (JSON.parse(text) as unknown);
    const told = Refused.safeParse(jsonOf(text));
    throw new MediamtxFailure(response.status, told.success ? told.data.error : `status ${response.status}`);
  }

  return {
    /** Writes the configuration of a path, whether or not it exists. */
    async setPath(name: string, values: { readonly record: boolean }): Promise<void> {
      const conf = { source: "publisher", ...values };
      await call("POST", `/v3/config/paths/add/${name}`, conf).catch(async (error: unknown) => {
        if (!(error instanceof MediamtxFailure) || !/already exists/.test(error.message)) throw error;
        await call("PATCH", `/v3/config/paths/patch/${name}`, conf);
      });
    },
    /** Harmless when the path does not exist. */
    async removePath(name: string): Promise<void> {
      await call("DELETE", `/v3/config/paths/delete/${name}`).catch(unlessMissing);
    },
    /** Null when nothing publishes to it. */
    async path(name: string): Promise<MediamtxPath | null> {
      const found = await call("GET", `/v3/paths/get/${name}`).catch(unlessMissing);
      return found === undefined ? null : ListedPath.parse(found);
    },
    async paths(): Promise<readonly MediamtxPath[]> {
      const found: MediamtxPath[] = [];
      for (let page = 0, pages = 1; page < pages; page++) {
        const listed = Listed.parse(await call("GET", `/v3/paths/list?itemsPerPage=${perPage}&page=${page}`));
        found.push(...listed.items);
        pages = listed.pageCount;
      }
      return found;
    },
    /** Disconnects the publisher of a path. Harmless when it is gone, and for publishers that cannot be disconnected. */
    async kick(source: MediamtxPath["source"]): Promise<void> {
      const kind = kickable[source?.type ?? ""];
      if (kind !== undefined && source?.id !== undefined)
        await call("POST", `/v3/${kind}/kick/${source.id}`).catch(unlessMissing);
    },
  };
}

export type MediamtxClient = ReturnType<typeof createMediamtxClient>;

/** API lists by the type of a path's source. */
const kickable: Readonly<Record<string, string>> = {
  rtmpConn: "rtmpconns",
  rtmpsConn: "rtmpsconns",
  rtspSession: "rtspsessions",
  rtspsSession: "rtspssessions",
  srtConn: "srtconns",
  webRTCSession: "webrtcsessions",
};

const unlessMissing = (error: unknown): undefined => {
  if (error instanceof MediamtxFailure && error.status === 404) return undefined;
  throw error;
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

const reasonOf = (error: unknown) => {
  const { cause, message } = error as { cause?: { code?: string }; message: string };
  return cause?.code ?? message;
};
