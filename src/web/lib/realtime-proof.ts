import { ApiError, call, quiet } from "./client.ts";
import type { ChannelProof } from "./realtime-client.ts";

/** Requests authorization for this page's socket on a channel; fails with `HTTP {status}: {text}`. */
export async function proveChannel(socket_id: string, channel_name: string): Promise<ChannelProof> {
  try {
    const body = { socket_id, channel_name };
    const { auth, channel_data } = await call("POST /api/broadcasting/auth", { body }, quiet);
    return { auth, ...(channel_data !== undefined && { channel_data }) };
  } catch (error) {
    if (error instanceof ApiError && error.status > 0)
      throw new Error(`HTTP ${error.status}: ${error.statusText}`, { cause: error });
    throw error;
  }
}
