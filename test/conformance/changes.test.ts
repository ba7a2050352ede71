import type { Endpoint } from "#contract/endpoint.ts";
import { api, type Route } from "#contract/index.ts";
import { testCalls } from "./every-call.ts";

testCalls((Object.entries(api) as [Route, Endpoint][]).filter(([route]) => !route.startsWith("GET ")));
