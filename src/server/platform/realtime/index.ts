export { createRealtime, type Realtime, type RealtimeOptions } from "./realtime.ts";
