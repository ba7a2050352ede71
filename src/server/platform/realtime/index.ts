export { realtimeExpelled, realtimeTriggered } from "./realtime.events.ts";
export { createRealtime, type Realtime, type RealtimeOptions } from "./realtime.ts";
export { restPlugin } from "./rest.ts";
export { type Credentials, sign } from "./signature.ts";
