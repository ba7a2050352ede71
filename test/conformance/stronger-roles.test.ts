import type { Endpoint } from "#contract/endpoint.ts";
import { api, type Route } from "#contract/index.ts";
import { testStrongerRoles } from "./every-call.ts";

testStrongerRoles(Object.entries(api) as [Route, Endpoint][]);
