import type { Endpoint } from "#contract/endpoint.ts";
import { api, type Route } from "#contract/index.ts";
import { testUnusualInput } from "./every-call.ts";

testUnusualInput(Object.entries(api) as [Route, Endpoint][]);
